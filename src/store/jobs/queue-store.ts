import { sql, type Transaction } from 'kysely'
import type { JobStatus } from '../../contract/common.ts'
import { bucketOf } from '../../jobs/bucket.ts'
import type { Progress, WorkStage } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import { totalOf } from '../lists/counters.ts'
import type { Schema } from '../schema.ts'
import { countJobChange } from './count-job-change.ts'
import { hasFile } from './work-candidates.ts'

/** The pending work of the whole service. */
export interface Load {
  /** Number of queued jobs. */
  readonly waiting: number
  /** Number of jobs in progress. */
  readonly running: number
  /** When the oldest waiting job was created or queued again, in milliseconds since 1970; null if none is waiting. */
  readonly oldestWaitingAt: number | null
  /** Number of undelivered callbacks, counted up to 100,000. */
  readonly callbacks: number
}

/** Larger queue positions are not counted. */
const MAX_POSITION = 10_000

/** More pending callbacks are not counted. */
const MAX_CALLBACKS = 100_000

/** The queue as clients and operators see it: positions, progress and priorities of jobs, and the load of the service. */
export class QueueStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The progress of a job, as last stored by its node; null if no node is working on it. */
  async progress(jobId: string): Promise<Progress | null> {
    const row = await this.#dialect.db
      .selectFrom('work')
      .select('progress')
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    return JSON.parse(row?.progress ?? 'null') as Progress | null
  }

  /**
   * The number of jobs of the same account that wait for the same stage and will be claimed before this one; null if it is not waiting, or
   * if there are more than 10,000.
   */
  async position(jobId: string): Promise<number | null> {
    const { db } = this.#dialect
    const ahead = (priority: '>' | '=') =>
      db
        .selectFrom('work as own')
        .innerJoin('work as other', (join) =>
          join
            .onRef('other.has_file', '=', 'own.has_file')
            .onRef('other.account', '=', 'own.account')
            .onRef('other.priority', priority, 'own.priority'),
        )
        .select('other.position')
        .where('own.job_id', '=', jobId)
        .where('own.owner', 'is', null)
        .where('other.owner', 'is', null)
    // Two ranges of the index. A single condition for both would read all jobs of the account.
    const older = ahead('=').whereRef('other.position', '<=', 'own.position')
    const { count } = await db
      .selectFrom(
        older
          .unionAll(ahead('>'))
          .limit(MAX_POSITION + 2)
          .as('waiting'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // The count includes the job itself.
    return count === 0 || count > MAX_POSITION + 1 ? null : count - 1
  }

  /**
   * Sets the priority of a waiting job among the jobs of its account.
   * @param priority `first` for a higher one than that of every other waiting job of the account
   * @returns the new priority; null if the account has no such unfinished job of a file
   */
  async setPriority(account: number, jobId: string, priority: number | 'first'): Promise<number | null> {
    const { db: database, locksRows } = this.#dialect
    return database.transaction().execute(async (db) => {
      // Locks the work entry before the account, in the order of transactions that end a job.
      const work = await db
        .selectFrom('work')
        .select('position')
        .where('job_id', '=', jobId)
        .where('account', '=', account)
        .$if(locksRows, (query) => query.forUpdate())
        .executeTakeFirst()
      if (work === undefined) return null
      // The positions of other waiting jobs change. This also locks the account, so that two jobs cannot both become the first.
      await countJobChange(db, account)
      const set = priority === 'first' ? (await highestOfOthers(db, account, jobId)) + 1 : priority
      await db.updateTable('work').set({ priority: set }).where('position', '=', work.position).execute()
      return set
    })
  }

  /** The load of all accounts, without live sessions. Takes constant time, however many jobs there are. */
  async load(): Promise<Load> {
    const { db } = this.#dialect
    // From the counters, because a million jobs may be waiting. Each account has only a few counters on the highest level.
    const inStatus = (status: JobStatus) => totalOf(db, bucketOf('pre-recorded', status))
    // In the order of the primary key, in which only jobs in progress come before the oldest waiting one.
    const oldest = db
      .selectFrom('work')
      .innerJoin('jobs', 'jobs.id', 'work.job_id')
      .select((eb) => eb.fn.coalesce('requeued_at', 'jobs.created_at').as('at'))
      .where('owner', 'is', null)
      // Excludes retranscriptions, which are not urgent.
      .where('bucket', '!=', sql.lit(bucketOf('pre-recorded', 'done')))
      .orderBy('position')
      .limit(1)
    const pending = db
      .selectFrom('deliveries')
      .select('job_id')
      .where('state', '=', sql.lit('waiting'))
      .limit(MAX_CALLBACKS)
    const row = await db
      .selectNoFrom([
        inStatus('queued').as('waiting'),
        inStatus('processing').as('running'),
        oldest.as('oldest_at'),
        db
          .selectFrom(pending.as('pending'))
          .select((eb) => eb.fn.countAll<number | string>().as('count'))
          .as('callbacks'),
      ])
      .executeTakeFirstOrThrow()
    return {
      waiting: Number(row.waiting),
      running: Number(row.running),
      oldestWaitingAt: row.oldest_at,
      callbacks: Number(row.callbacks),
    }
  }
}

/** The highest priority among the other waiting jobs of an account; at least the default priority. */
async function highestOfOthers(db: Transaction<Schema>, account: number, jobId: string): Promise<number> {
  // Reads the first index entry of each stage.
  const highest = (stage: WorkStage) => sql`coalesce((
    select priority from work where has_file = ${hasFile(stage)} and account = ${account} and owner is null and job_id <> ${jobId}
    order by priority desc limit 1), 0)`
  const { rows } = await sql<{ fetch: number; transcribe: number }>`
    select ${highest('fetch')} as fetch, ${highest('transcribe')} as transcribe`.execute(db)
  return Math.max(0, ...rows.flatMap(({ fetch, transcribe }) => [fetch, transcribe]))
}
