import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { StorageLimitError } from '../../jobs/limits.ts'
import { publish } from '../../platform/metrics.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeTrashed } from './remove-trashed.ts'
import { transcriptBytesOf } from './stored-revisions.ts'

/** Number of jobs whose sizes are read per query. */
const PAGE = 500
/** Number of jobs deleted per transaction, for which others have to wait. */
const BATCH = 64

const makers = new WeakMap<Dialect['db'], RoomMaker>()

/**
 * Runs an operation that stores data. If the account would exceed its storage limit, deletes the oldest jobs in its trash and repeats the
 * operation, provided that its trash is large enough.
 * @param account called after the operation has failed
 * @param attempt must change nothing if it fails
 * @throws {LimitError} if emptying the trash would not free enough space
 */
export async function makingRoom<Result>(
  dialect: Dialect,
  account: () => number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof StorageLimitError)) throw error
    const maker = makers.get(dialect.db) ?? new RoomMaker(dialect)
    makers.set(dialect.db, maker)
    return maker.attemptAgain(account(), error, attempt)
  }
}

/** An account that has reached its limit. */
interface FullAccount {
  /** Makes room for one operation at a time: several at once would delete too much. */
  readonly turns: LimitFunction
  /** If the whole trash was not enough: its size in bytes, and the account's `job_changes` at that time. */
  whole: { readonly bytes: number; readonly jobChanges: number } | null
}

interface SizedJob {
  readonly ordinal: number
  readonly trashed_at: number
  readonly file_id: string | null
  /** Number of jobs that use the file, and its size in bytes; null without a file. */
  readonly uses: number | null
  readonly size: number | null
  /** Size of everything else of the job. */
  readonly bytes: number | string
}

class RoomMaker {
  readonly #dialect: Dialect
  readonly #accounts = new Map<number, FullAccount>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** @param limited the error of the first attempt */
  async attemptAgain<Result>(
    account: number,
    limited: StorageLimitError,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const full = this.#accounts.get(account) ?? { turns: pLimit(1), whole: null }
    this.#accounts.set(account, full)
    const { turns } = full
    // For operations that had to wait, the room that others have made may be enough.
    const isFirst = turns.activeCount + turns.pendingCount === 0
    return turns(async () => {
      if (isFirst && !(await this.#makeRoom(account, full, limited.excess))) throw limited
      for (;;) {
        try {
          return await attempt()
        } catch (error) {
          if (!(error instanceof StorageLimitError)) throw error
          if (!(await this.#makeRoom(account, full, error.excess))) throw error
        }
      }
    })
  }

  /**
   * Permanently deletes the oldest jobs in the trash of an account: as many as are needed to free `bytes`.
   * @returns false, without deleting anything, if the whole trash is smaller than that
   */
  async #makeRoom(account: number, full: FullAccount, bytes: number): Promise<boolean> {
    const jobChanges = await this.#jobChanges(account)
    if (full.whole?.jobChanges === jobChanges && full.whole.bytes < bytes) return false
    const places = []
    let freed = 0
    for await (const job of this.#freedBy(account)) {
      places.push({ account, ordinal: job.ordinal })
      freed += job.bytes
      if (freed >= bytes) break
    }
    if (freed < bytes) {
      full.whole = { bytes: freed, jobChanges }
      return false
    }
    let jobs = 0
    try {
      for (let i = 0; i < places.length; i += BATCH)
        jobs += (await removeTrashed(this.#dialect, places.slice(i, i + BATCH))).jobs
    } finally {
      if (jobs > 0) publish('roomMade', { account, jobs })
    }
    return true
  }

  /** The jobs in the trash of an account, oldest first, each with the bytes that its deletion frees after those before it. */
  async *#freedBy(account: number): AsyncGenerator<{ readonly ordinal: number; readonly bytes: number }> {
    // Only deleting the last job that uses a file frees it, so never while one of them is outside the trash.
    const seen = new Map<string, number>()
    let last = { trashed_at: -1, ordinal: 0 }
    for (;;) {
      const jobs = await this.#page(account, last)
      for (const { ordinal, file_id: file, uses, size, bytes } of jobs) {
        const use = file === null ? 0 : (seen.get(file) ?? 0) + 1
        if (file !== null && uses !== null && uses > 1) seen.set(file, use)
        yield { ordinal, bytes: Number(bytes) + (size !== null && use === uses ? size : 0) }
      }
      if (jobs.length < PAGE) return
      last = jobs.at(-1)!
    }
  }

  async #page(
    account: number,
    after: Pick<SizedJob, 'trashed_at' | 'ordinal'>,
  ): Promise<readonly SizedJob[]> {
    const bytes = transcriptBytesOf(sql`of_job.account = trash.account and of_job.ordinal = trash.ordinal`)
    const { rows } = await sql<SizedJob>`
      select ordinal, trashed_at, file_id, files.jobs as uses, size, ${bytes} as bytes
      from trash left join files on files.id = file_id and files.account = trash.account
      where trash.account = ${account} and (trashed_at, ordinal) > (${after.trashed_at}, ${after.ordinal})
      order by trashed_at, ordinal limit ${sql.lit(PAGE)}`.execute(this.#dialect.reader)
    return rows
  }

  async #jobChanges(account: number): Promise<number> {
    const { job_changes } = await this.#dialect.db
      .selectFrom('accounts')
      .select('job_changes')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    return job_changes
  }
}
