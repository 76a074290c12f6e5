import { sql, type Transaction } from 'kysely'
import type { JobStatus } from '../../contract/common.ts'
import { bucketOf } from '../../jobs/bucket.ts'
import type { Progress, WorkStage } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import { totalOf } from '../lists/counters.ts'
import type { Schema } from '../schema.ts'
import { countJobChange } from './count-job-change.ts'
import { hasFile } from './work-candidates.ts'

/** What the whole service has to do. */
export interface Load {
  /** Jobs that are queued. */
  readonly waiting: number
  /** Jobs that are being processed. */
  readonly running: number
  /** When the oldest job was created, or queued again, that waits for its next stage, in milliseconds since 1970; null when none waits. */
  readonly oldestWaitingAt: number | null
  /** Callbacks not yet delivered; counted up to 100,000. */
  readonly callbacks: number
}

/** The largest queue position that is counted. */
const MAX_POSITION = 10_000

/** The most pending callbacks that are counted. */
const MAX_CALLBACKS = 100_000

/** The queue as clients and operators see it: where a job is in it, how far it is, which jobs come first, and how much is left to do. */
export class QueueStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** How far the job is, as its owner last stored it; null for one that nobody works on. */
  async progress(jobId: string): Promise<Progress | null> {
    const row = await this.#dialect.db
      .selectFrom('work')
      .select('progress')
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    return JSON.parse(row?.progress ?? 'null') as Progress | null
  }

  /**
   * How many jobs of the account wait for the same stage as a job and are claimed before it; null for one that does not wait,
   * or has more than 10,000 before it.
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
    // Two ranges of the index: one condition for both would read all jobs of the account.
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
    // The job itself is one of them.
    return count === 0 || count > MAX_POSITION + 1 ? null : count - 1
  }

  /**
   * Changes which of the waiting jobs of an account are claimed first: those with the highest priority.
   * @param priority `first` for a higher one than every other waiting job of the account has
   * @returns it; null when the account has no such job of a file, or that has ended
   */
  async setPriority(account: number, jobId: string, priority: number | 'first'): Promise<number | null> {
    const { db: database, locksRows } = this.#dialect
    return database.transaction().execute(async (db) => {
      // The entry before the account, as where a job ends.
      const work = await db
        .selectFrom('work')
        .select('position')
        .where('job_id', '=', jobId)
        .where('account', '=', account)
        .$if(locksRows, (query) => query.forUpdate())
        .executeTakeFirst()
      if (work === undefined) return null
      // Others that wait have another position then. It locks the account: two cannot become the first at once.
      await countJobChange(db, account)
      const set = priority === 'first' ? (await highestOfOthers(db, account, jobId)) + 1 : priority
      await db.updateTable('work').set({ priority: set }).where('position', '=', work.position).execute()
      return set
    })
  }

  /** What is left to do for all accounts, without live sessions. Its time does not grow with the number of jobs. */
  async load(): Promise<Load> {
    const { db } = this.#dialect
    // From the counters, of which each account has a few on the highest level: a million jobs may be waiting.
    const inStatus = (status: JobStatus) => totalOf(db, bucketOf('pre-recorded', status))
    // In the order of the primary key, where only jobs in progress come before it.
    const oldest = db
      .selectFrom('work')
      .innerJoin('jobs', 'jobs.id', 'work.job_id')
      .select((eb) => eb.fn.coalesce('requeued_at', 'jobs.created_at').as('at'))
      .where('owner', 'is', null)
      // What is transcribed again is in no hurry.
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

/** The highest priority of the other waiting jobs of an account, and of those to come. */
async function highestOfOthers(db: Transaction<Schema>, account: number, jobId: string): Promise<number> {
  // The first entry of the index for each stage.
  const highest = (stage: WorkStage) => sql`coalesce((
    select priority from work where has_file = ${hasFile(stage)} and account = ${account} and owner is null and job_id <> ${jobId}
    order by priority desc limit 1), 0)`
  const { rows } = await sql<{ fetch: number; transcribe: number }>`
    select ${highest('fetch')} as fetch, ${highest('transcribe')} as transcribe`.execute(db)
  return Math.max(0, ...rows.flatMap(({ fetch, transcribe }) => [fetch, transcribe]))
}
