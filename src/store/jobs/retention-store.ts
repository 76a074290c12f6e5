import { sql, type Transaction } from 'kysely'
import { DAY_MS } from '../../contract/usage.ts'
import type { ExpiringJobs, Retention } from '../../jobs/deletion.ts'
import type { Dialect } from '../databases/dialect.ts'
import { deletedJobs, reportEvents } from '../deliveries/report-events.ts'
import type { Schema } from '../schema.ts'
import {
  eraseJobs,
  isAmong,
  JOB_TABLES,
  type JobTable,
  releaseFiles,
  removedColumns,
  removeJobs,
} from './remove-jobs.ts'
import { countJobChange, currentChange, type JobChange } from './count-job-change.ts'

/** The columns of a job's own retention. */
const DAYS = { audio: 'audio_days', transcript: 'transcript_days' } as const

/**
 * The retention of jobs and their audio. Partial indexes on the end time of jobs find the expired ones: one pair of indexes for jobs with
 * the retention of their account, and one for jobs with their own. A search that finds nothing reads no job.
 */
export class RetentionStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The retention set for an account; null if none is. */
  async get(account: number): Promise<Retention | null> {
    const row = await this.#dialect.db
      .selectFrom('retention')
      .select(['audio_days as audioDays', 'transcript_days as transcriptDays'])
      .where('account', '=', account)
      .executeTakeFirst()
    return row ?? null
  }

  async set(account: number, { audioDays, transcriptDays }: Retention): Promise<void> {
    const days = { audio_days: audioDays, transcript_days: transcriptDays }
    await this.#dialect.db
      .insertInto('retention')
      .values({ account, ...days })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(days))
      .execute()
  }

  /** Resets the account to the default retention. */
  async reset(account: number): Promise<void> {
    await this.#dialect.db.deleteFrom('retention').where('account', '=', account).execute()
  }

  /**
   * The groups of jobs to pass to `removeExpired`.
   * @param byDefault the retention of accounts without one of their own
   */
  async expiring(byDefault: Retention): Promise<ExpiringJobs[]> {
    const rows = await this.#dialect.db
      .selectFrom('accounts')
      .leftJoin('retention', 'retention.account', 'accounts.id')
      .select(['accounts.id', 'retention.account as set', 'audio_days', 'transcript_days'])
      .orderBy('accounts.id')
      .execute()
    const ofAccounts = rows.flatMap(({ id: account, set, audio_days, transcript_days }) => {
      const { audioDays, transcriptDays } =
        set === null ? byDefault : { audioDays: audio_days, transcriptDays: transcript_days }
      // Transcripts first: deleting a job deletes its audio too.
      return [
        ...(transcriptDays === null
          ? []
          : [{ what: 'transcript', of: { account, days: transcriptDays } } as const]),
        ...(audioDays === null ? [] : [{ what: 'audio', of: { account, days: audioDays } } as const]),
      ]
    })
    return [...ofAccounts, { what: 'transcript', of: null }, { what: 'audio', of: null }]
  }

  /**
   * Deletes at most `limit` jobs, or their audio, whose retention has ended, including jobs in the trash; the earliest ended first. The
   * upload store deletes the bytes of their files.
   * @returns the number of jobs
   */
  async removeExpired(jobs: ExpiringJobs, limit: number): Promise<number> {
    for (const table of JOB_TABLES) {
      const removed = await this.#removeExpired(table, jobs, limit)
      if (removed > 0) return removed
    }
    return 0
  }

  async #removeExpired(table: JobTable, jobs: ExpiringJobs, limit: number): Promise<number> {
    const found = await this.#expired(table, jobs, limit)
    for (const [account, ofAccount] of Map.groupBy(found, (job) => job.account)) {
      const ordinals = ofAccount.map(({ ordinal }) => ordinal)
      await this.#dialect.db.transaction().execute(async (db) => {
        const change = await countJobChange(db, account)
        await (jobs.what === 'audio'
          ? removeAudio(this.#dialect, db, account, ordinals, table)
          : this.#removeJobs(db, change, ordinals, table))
      })
    }
    return found.length
  }

  async #expired(table: JobTable, { what, of }: ExpiringJobs, limit: number) {
    const days = DAYS[what]
    const now = Date.now()
    // Literals, because a partial index does not apply to parameters.
    return this.#dialect.db
      .selectFrom(table)
      .select(['account', 'ordinal'])
      .$if(what === 'audio', (query) => query.where('file_id', 'is not', sql.lit(null)))
      .$if(of !== null, (query) =>
        query
          .where('account', '=', of!.account)
          .where('completed_at', '<=', now - of!.days * DAY_MS)
          .where(days, 'is', sql.lit(null))
          .orderBy('completed_at'),
      )
      .$if(of === null, (query) => {
        const end = sql<number>`(completed_at + ${sql.ref(days)} * 86400000)`
        return query
          .where('completed_at', 'is not', sql.lit(null))
          .where(days, '>=', sql.lit(0))
          .where(end, '<=', now)
          .orderBy(end)
      })
      .limit(limit)
      .execute()
  }

  async #removeJobs(
    db: Transaction<Schema>,
    change: JobChange,
    ordinals: readonly number[],
    table: JobTable,
  ): Promise<void> {
    const { account } = change
    const jobs = await db
      .selectFrom(table)
      .select(removedColumns)
      .where('account', '=', account)
      .where(isAmong(this.#dialect, ordinals))
      .execute()
    await (table === 'jobs'
      ? removeJobs(this.#dialect, db, account, jobs)
      : eraseJobs(this.#dialect, db, account, jobs, table))
    await reportEvents(this.#dialect, db, change, deletedJobs(jobs, false))
  }
}

/** Deletes the audio of jobs. The jobs then show when it was deleted. */
export async function removeAudio(
  dialect: Dialect,
  db: Transaction<Schema>,
  account: number,
  ordinals: readonly number[],
  table: JobTable,
): Promise<void> {
  const jobs = await db
    .selectFrom(table)
    .select(['id', 'file_id', 'file'])
    .where('account', '=', account)
    .where(isAmong(dialect, ordinals))
    .where('file_id', 'is not', null)
    .execute()
  const deleted_at = new Date().toISOString()
  const shown = jobs.map(({ id, file }) => ({
    job: id,
    shown: JSON.stringify({ ...(JSON.parse(file ?? '{}') as object), deleted_at }),
  }))
  // A job in the trash was already reported as deleted.
  const changed = table === 'jobs' ? sql`, change = ${currentChange()}` : sql``
  await sql`update ${sql.table(table)} set file_id = null, file = shown ${changed} from ${dialect.rows({ job: 'text', shown: 'text' }, shown)}
    where id = job`.execute(db)
  const files = jobs.flatMap(({ file_id: id }) => id ?? [])
  await releaseFiles(dialect, db, account, files)
}
