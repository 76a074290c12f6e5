import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { MAX } from '../../contract/limits.ts'
import type { Who } from '../../contract/who.ts'
import { newToken, tokenHash } from '../../jobs/token.ts'
import type { Caller } from '../../jobs/caller.ts'
import type { Dialect } from '../databases/dialect.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import type { Schema } from '../schema.ts'
import { hasJob } from './change-job.ts'
import { countJobChange } from './count-job-change.ts'
import { addClip, clipOf } from './derived-files.ts'
import { removeShares } from './remove-shares.ts'

/** What a share gives access to. The range is in seconds; null stands for the beginning or the end. */
export interface ShareOptions {
  readonly from: number | null
  readonly to: number | null
  readonly audio: boolean
  readonly download: boolean
  readonly redacted: boolean
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null
}

/** Number of expired shares deleted at a time. */
const ENDED_BATCH = 100

/** A share of a transcript. Times are milliseconds since 1970. */
export interface ShareInfo extends ShareOptions {
  readonly id: string
  readonly account: number
  readonly jobId: string
  readonly createdBy: Who
  readonly createdAt: number
  readonly openedCount: number
  readonly lastOpenedAt: number | null
}

/**
 * Shares: links that give people outside the account access to a transcript. A share ends with its job, and with the membership of the
 * user who created it. The token in a link is 256 random bits, of which only the hash is stored.
 */
export class ShareStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * @returns the share, and its token, which cannot be read again; null if the account has no such job, `full` if the job has
   * {@link MAX.shares} shares that have not expired
   */
  async create(
    { account, who, user }: Pick<Caller, 'account' | 'who' | 'user'>,
    jobId: string,
    options: ShareOptions,
  ): Promise<{ readonly share: ShareInfo; readonly token: string } | 'full' | null> {
    const token = newToken()
    const row = await this.#db.transaction().execute(async (db) => {
      // Locks the account, so that the job cannot be deleted meanwhile.
      const change = await countJobChange(db, account)
      if (!(await hasJob(db, account, jobId))) return null
      const { count } = await db
        .selectFrom('shares')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('account', '=', account)
        .where('job_id', '=', jobId)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', Date.now())]))
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX.shares) return 'full'
      const share = await db
        .insertInto('shares')
        .values({
          ...{ id: randomUUID(), account, job_id: jobId, token_hash: tokenHash(token) },
          ...{ range_from: options.from, range_to: options.to, audio: Number(options.audio) },
          ...{ download: Number(options.download), redacted: Number(options.redacted) },
          ...{ created_by: JSON.stringify(who), user_id: user, created_at: Date.now() },
          ...{ expires_at: options.expiresAt, last_opened_at: null },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const payload = { id: jobId, share_id: share.id }
      await reportEvents(this.#dialect, db, change, [{ event: 'job.shared', payload }])
      return share
    })
    return typeof row !== 'object' || row === null ? row : { share: shareOf(row), token }
  }

  /** The shares of a job, oldest first; null if the account has no such job. */
  async list(account: number, jobId: string): Promise<ShareInfo[] | null> {
    if (!(await hasJob(this.#db, account, jobId))) return null
    const rows = await this.#db
      .selectFrom('shares')
      .selectAll()
      .where('account', '=', account)
      .where('job_id', '=', jobId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(shareOf)
  }

  /** @returns whether there was such a share */
  async revoke(account: number, jobId: string, id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const removed = await removeShares(db, account, (eb) => eb.and({ job_id: jobId, id }))
      return removed > 0
    })
  }

  /**
   * Deletes shares that expired before a time, with their clips.
   * @param before milliseconds since 1970
   * @returns whether there may be more
   */
  async removeEnded(before: number): Promise<boolean> {
    const found = await this.#db
      .selectFrom('shares')
      .select(['account', 'id'])
      .where('expires_at', '<', before)
      .orderBy('expires_at')
      .limit(ENDED_BATCH)
      .execute()
    for (const [account, ended] of Map.groupBy(found, (share) => share.account)) {
      const ids = ended.map(({ id }) => id)
      await this.#db
        .transaction()
        .execute(async (db) => removeShares(db, account, (eb) => eb('id', 'in', ids)))
    }
    return found.length === ENDED_BATCH
  }

  /**
   * The share with a token; null if it was revoked, has expired or never existed, its job was deleted, or the user who created it is no
   * longer a member.
   */
  async find(token: string): Promise<ShareInfo | null> {
    const row = await this.#db
      .selectFrom('shares')
      .selectAll()
      .where('token_hash', '=', tokenHash(token))
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', Date.now())]))
      // The job may be in the trash.
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.id', '=', 'shares.job_id')
            .whereRef('jobs.account', '=', 'shares.account'),
        ),
      )
      .where((eb) =>
        eb.or([
          eb('user_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('memberships')
              .select('memberships.role')
              .whereRef('memberships.account', '=', 'shares.account')
              .whereRef('memberships.user_id', '=', 'shares.user_id'),
          ),
        ]),
      )
      .executeTakeFirst()
    return row === undefined ? null : shareOf(row)
  }

  /** The id of the share's clip of a file; null if there is none yet. */
  async clip({ account, id }: ShareInfo, source: string): Promise<string | null> {
    return clipOf(this.#db, account, source, id)
  }

  /** Adds a clip whose bytes are stored. @returns false if the share or the source was deleted, or there is a clip already */
  async addClip({ account, id }: ShareInfo, source: string, file: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => addClip(db, account, source, { share: id, file }))
  }

  /** Counts that the share was opened. */
  async noteOpened({ account, id }: ShareInfo): Promise<void> {
    await this.#db
      .updateTable('shares')
      .set((eb) => ({ opened_count: eb('opened_count', '+', 1), last_opened_at: Date.now() }))
      .where('id', '=', id)
      .where('account', '=', account)
      .execute()
  }
}

function shareOf(row: Selectable<Schema['shares']>): ShareInfo {
  return {
    id: row.id,
    account: row.account,
    jobId: row.job_id,
    from: row.range_from,
    to: row.range_to,
    audio: row.audio === 1,
    download: row.download === 1,
    redacted: row.redacted === 1,
    createdBy: JSON.parse(row.created_by) as Who,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    openedCount: row.opened_count,
    lastOpenedAt: row.last_opened_at,
  }
}
