import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { StorageLimitError } from '../../jobs/limits.ts'
import { publish } from '../../platform/metrics.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeTrashed } from './remove-trashed.ts'
import { transcriptBytesOf } from './stored-revisions.ts'

/** Jobs whose sizes are read at a time. */
const PAGE = 500
/** Jobs that are deleted in one transaction, where others wait for it. */
const BATCH = 64

const makers = new WeakMap<Dialect['db'], RoomMaker>()

/**
 * Attempts what stores something. If the account would then store more than it may, what is in the way is deleted from its trash, as
 * long as there is so much in it.
 * @param account known when the attempt fails for a limit
 * @param attempt changes nothing where it fails
 * @throws {LimitError} when the trash cannot make enough room
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

/** What is known of an account that has reached its limit. */
interface FullAccount {
  /** One at a time makes room for it: several would each delete what is enough for all. */
  readonly turns: LimitFunction
  /** Its whole trash, when that was not enough: bytes, and the account's changes of jobs by then. */
  whole: { readonly bytes: number; readonly jobChanges: number } | null
}

interface SizedJob {
  readonly ordinal: number
  readonly trashed_at: number
  readonly file_id: string | null
  /** Jobs that use the file, and its bytes; null where the job has none. */
  readonly uses: number | null
  readonly size: number | null
  /** Of everything else of the job. */
  readonly bytes: number | string
}

class RoomMaker {
  readonly #dialect: Dialect
  readonly #accounts = new Map<number, FullAccount>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** @param limited why the first attempt failed */
  async attemptAgain<Result>(
    account: number,
    limited: StorageLimitError,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const full = this.#accounts.get(account) ?? { turns: pLimit(1), whole: null }
    this.#accounts.set(account, full)
    const { turns } = full
    // Of those that wait, the room that others make may be enough.
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
   * Deletes the jobs for good that an account moved to its trash first: as many as free some bytes.
   * @returns false, and deletes nothing, when all that is in it frees less
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

  /** The jobs in the trash of an account, in the order in which they were moved there, and what each frees after those before it. */
  async *#freedBy(account: number): AsyncGenerator<{ readonly ordinal: number; readonly bytes: number }> {
    // A file is freed by the last of the jobs that use it, and never while one of them is not in the trash.
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
