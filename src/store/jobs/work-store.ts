import { sql, type SqlBool, type Transaction } from 'kysely'
import type { JobStatus } from '../../contract/common.ts'
import type { Limits } from '../../contract/account-limits.ts'
import { callbackParams, preRecordedParams } from '../../contract/pre-recorded-request.ts'
import { bucketOf, statusOf } from '../../jobs/bucket.ts'
import type { NodeId } from '../../jobs/node.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Claim, Outcome, Progress, Work, WorkStage } from '../../jobs/work.ts'
import { type Candidate, type ClaimOptions, hasFile, isBeside, WorkCandidates } from './work-candidates.ts'
import type { Dialect } from '../databases/dialect.ts'
import { addEndDelivery } from '../deliveries/record-deliveries.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import { totalOf } from '../lists/counters.ts'
import type { Schema } from '../schema.ts'
import { changeStatus, endJob, giveFetchedFile } from './job-status.ts'
import { countJobChange } from './count-job-change.ts'
import { makingRoom } from './make-room.ts'
import { fileColumns, storedFile } from './file-store.ts'
import { endRetranscription, paramsOf } from './stored-retranscriptions.ts'
import { waiting } from './waiting-work.ts'

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

/** The account was locked by another transaction, and is not waited for. */
const LOCKED = Symbol('locked')

/**
 * The life of a pre-recorded job: queued → processing → done or error; never back. A node claims a job and writes about it
 * only as long as the claim is its own: once the job was released or has ended, each write is refused and changes nothing.
 */
export class WorkStore {
  readonly #dialect: Dialect
  readonly #limits: Limits
  readonly #candidates: WorkCandidates

  /** @param limits of accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#limits = limits
    this.#candidates = new WorkCandidates(dialect.db, limits)
  }

  /**
   * Claims a waiting job of a stage, marks it processing and counts the attempt. Next are the accounts with the highest priority; among
   * these, that with the fewest jobs in progress at the stage, over all nodes; among these, accounts take turns; of an account, the job
   * with the highest priority, then the oldest. None is claimed of a paused account. Of 200 accounts or more with the usual priority,
   * each claim considers the next 200.
   */
  async claim(node: NodeId, of: ClaimOptions): Promise<Work | null> {
    let locked: Candidate | null = null
    for (const candidate of await this.#candidates.next(of)) {
      const work = await this.#claim(node, of, candidate, true)
      if (work === LOCKED) locked ??= candidate
      else if (work !== null) return work
    }
    // Jobs of this account may be created all the time: waiting for it guarantees that it has its turn.
    const work = locked === null ? null : await this.#claim(node, of, locked, false)
    return work === LOCKED ? null : work
  }

  async #claim(
    node: NodeId,
    { stage, leaseMs }: ClaimOptions,
    { account, limit }: Candidate,
    skipLocked: boolean,
  ): Promise<Work | null | typeof LOCKED> {
    const { db: database, locksRows, now } = this.#dialect
    return database.transaction().execute(async (db) => {
      if (locksRows && !(await lockAccount(db, account, skipLocked))) return LOCKED
      const next = db
        .selectFrom('work')
        .select('position')
        .where('has_file', '=', hasFile(stage))
        .where('account', '=', account)
        .where('owner', 'is', null)
        .orderBy('priority', 'desc')
        .orderBy('position')
        .limit(1)
        .$if(locksRows, (query) => query.forUpdate().skipLocked())
      const running = sql<SqlBool>`(select count(*) from work
        where ${isBeside(stage)} and account = ${account} and owner is not null) < ${limit}`
      const claimed = await db
        .updateTable('work')
        .set((eb) => ({
          attempts: eb('attempts', '+', 1),
          epoch: eb('epoch', '+', 1),
          owner: node,
          lease_until: sql`${now} + ${leaseMs}`,
        }))
        .where('account', '=', account)
        .where('position', '=', next)
        // The account is locked: nobody pauses it, and no other claim of its jobs counts, at the same time.
        .where(sql<SqlBool>`(select paused_at from accounts where id = ${account}) is null`)
        .$if(limit !== null, (query) => query.where(running))
        .returning(['job_id', 'attempts', 'epoch', 'trace', 'waiting_since', 'requeued_at'])
        .executeTakeFirst()
      if (claimed === undefined) return null
      await db
        .updateTable('accounts')
        .set((eb) => ({
          job_changes: eb('job_changes', '+', 1),
          [stage === 'fetch' ? 'last_fetch' : 'last_transcription']: now,
        }))
        .where('id', '=', account)
        .execute()
      const job = await jobInWork(db, claimed.job_id)
      if (statusOf(job.bucket) === 'queued') await changeStatus(db, job, 'processing')
      const isAgain = statusOf(job.bucket) === 'done'
      const params = isAgain ? await paramsOf(db, job) : job.request_params
      const file =
        job.file_id === null
          ? null
          : await db
              .selectFrom('files')
              .select(fileColumns)
              .where('account', '=', account)
              .where('id', '=', job.file_id)
              .executeTakeFirst()
      return {
        jobId: claimed.job_id,
        node,
        epoch: claimed.epoch,
        account,
        attempts: claimed.attempts,
        requestParams: storedParams(preRecordedParams, params),
        isAgain,
        file: file === null || file === undefined ? null : storedFile(file),
        trace: claimed.trace,
        waitingSince: claimed.waiting_since ?? claimed.requeued_at ?? job.created_at,
      }
    })
  }

  /**
   * Extends the leases of what a node works on and stores how far it is.
   * @returns the claims that are no longer the node's: the job was released, or has ended
   */
  async beat(
    claims: readonly (Claim & { readonly progress: Progress | null })[],
    leaseMs: number,
  ): Promise<Claim[]> {
    const { leases, now } = this.#dialect
    const lost: Claim[] = []
    // Not in one transaction, which would lock several rows and could deadlock with the release of a node's work.
    for (const claim of claims) {
      const { numUpdatedRows } = await leases
        .updateTable('work')
        .set({ lease_until: sql`${now} + ${leaseMs}`, progress: JSON.stringify(claim.progress) })
        .where(isHeld(claim))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) lost.push(claim)
    }
    return lost
  }

  /**
   * Releases the jobs whose leases have expired. The claim may be the caller's own: one whose answer it never got, or whose end was lost
   * with a primary of the database.
   * @returns how many
   */
  async releaseExpired(): Promise<number> {
    const { db, now, locksRows } = this.#dialect
    const expired = db
      .selectFrom('work')
      .select('position')
      .where('owner', 'is not', null)
      .where('lease_until', '<', now)
      .$if(locksRows, (query) => query.forUpdate().skipLocked())
    const { numUpdatedRows } = await db
      .updateTable('work')
      .set(waiting(now))
      .where('position', 'in', expired)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
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
  async queuePosition(jobId: string): Promise<number | null> {
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

  /**
   * Gives a job its fetched file, which is then to be transcribed by any node: attempts are counted from 0 again.
   * @returns false when the claim is lost
   * @throws {LimitError} when the account has reached a limit
   */
  async attachFile(claim: Claim, file: StoredFile): Promise<boolean> {
    const { db: database, now } = this.#dialect
    let account = 0
    const attach = async () =>
      database.transaction().execute(async (db) => {
        const work = await db
          .updateTable('work')
          .set({ has_file: 1, attempts: 0, ...waiting(now) })
          .where(isHeld(claim))
          .returning('account')
          .executeTakeFirst()
        // True in a retry, after the connection broke when the file was already attached.
        if (work === undefined) return hasFileOf(db, claim.jobId, file)
        account = work.account
        await countJobChange(db, account)
        await giveFetchedFile(db, this.#limits, await jobInWork(db, claim.jobId), file)
        return true
      })
    return makingRoom(this.#dialect, () => account, attach)
  }

  /**
   * Ends a job, exactly once; or, of one that is done, that its audio is transcribed again: then nothing is reported or counted.
   * @param of its claim; or its id, to end it whichever node works on it
   * @param isReported whether its callback, if it has one, is recorded in the same transaction; true by default
   * @returns false when the claim is lost, or the job had ended before
   */
  async finish(of: Claim | string, outcome: Outcome, isReported = true): Promise<boolean> {
    return this.#dialect.db.transaction().execute(async (db) => {
      const jobId = typeof of === 'string' ? of : of.jobId
      const work = await db
        .deleteFrom('work')
        .where((eb) => (typeof of === 'string' ? eb('job_id', '=', jobId) : isHeld(of)))
        .returning(['account', 'trace', 'requeued_at'])
        .executeTakeFirst()
      if (work === undefined) return false
      const job = await jobInWork(db, jobId)
      if (statusOf(job.bucket) === 'done') {
        await endRetranscription(db, job, outcome)
        return true
      }
      const change = await countJobChange(db, work.account)
      await endJob(db, this.#dialect, job, outcome, job.audio_duration ?? 0)
      if (!isReported) return true
      const event = outcome.status === 'done' ? 'transcription.success' : 'transcription.error'
      await reportEvents(this.#dialect, db, change, [{ event, payload: { id: jobId } }])
      const { callback_config: callback } = storedParams(callbackParams, job.request_params) ?? {}
      if (callback) await addEndDelivery(this.#dialect, db, { ...job, ...work }, callback, outcome)
      return true
    })
  }

  /** Releases a job, and uncounts the attempt: it was ended by a shutdown and not by the job. @returns false when the claim is lost */
  async putBack(claim: Claim): Promise<boolean> {
    const { db, now } = this.#dialect
    const { numUpdatedRows } = await db
      .updateTable('work')
      .set((eb) => ({ attempts: eb('attempts', '-', 1), ...waiting(now) }))
      .where(isHeld(claim))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }
}

/** Whether a claim is still its node's. */
export function isHeld({ jobId, node, epoch }: Claim) {
  return sql<SqlBool>`job_id = ${jobId} and owner = ${node} and epoch = ${epoch}`
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

async function hasFileOf(db: Transaction<Schema>, jobId: string, { id }: StoredFile): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('file_id').where('id', '=', jobId).executeTakeFirst()
  return job?.file_id === id
}

async function jobInWork(db: Transaction<Schema>, id: string) {
  return db
    .selectFrom('jobs')
    .leftJoin('files', 'files.id', 'jobs.file_id')
    .select(['jobs.id', 'jobs.account', 'ordinal', 'bucket', 'jobs.created_at', 'file_id', 'request_params'])
    .select('audio_duration')
    .where('jobs.id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Locks the row of an account until the end of the transaction.
 * @returns false when another transaction has the lock, and it is not waited for
 */
async function lockAccount(db: Transaction<Schema>, account: number, skipLocked: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .forUpdate()
    .$if(skipLocked, (query) => query.skipLocked())
    .executeTakeFirst()
  return row !== undefined
}
