import type { Limits } from '../../contract/account-limits.ts'
import { liveParams } from '../../contract/live-request.ts'
import type { ExpressionBuilder, SqlBool } from 'kysely'
import { bucketOf, statusOf } from '../../jobs/bucket.ts'
import { CANCELLED } from '../../jobs/cancellation.ts'
import type { CreatedJob } from '../../jobs/job.ts'
import { LimitError } from '../../jobs/limits.ts'
import {
  type LastMessages,
  type LiveMessage,
  type LiveOutcome,
  type LiveRequest,
  type NewLiveJob,
  NotOwnerError,
  type OpenSession,
  type ReceivedAudio,
} from '../../jobs/live.ts'
import type { NodeId } from '../../jobs/node.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import { addAccepted } from '../accounts/account-usage.ts'
import { limitsOf } from '../accounts/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changeStatus, endJob, giveFile } from './job-status.ts'
import { addLiveDeliveries } from '../deliveries/record-deliveries.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import { countJobChange } from './count-job-change.ts'
import { countAudio, type LimitedSession, millisecondsOf } from '../live/count-audio.ts'
import { checkAlive } from '../nodes/check-alive.ts'
import { openerHasEnded } from '../accounts/stored-keys.ts'
import type { Db, Schema } from '../schema.ts'
import { addJobs } from './add-jobs.ts'
import { makingRoom } from './make-room.ts'

/** A session that its owner has to interrupt, and why. */
export interface Interruption {
  readonly jobId: string
  readonly reason: LiveRequest | 'revoked'
}

/**
 * The life of a live job: queued until a client connects, then processing, then done or error; never back. While its session is
 * open on a node, that is its owner, and no other node may open or end it. A session without an owner waits for its client, or
 * for a node that finishes it. The row of a session outlives it and even its job, so that a client with an old token can be given
 * the reason for its refusal.
 */
export class LiveStore {
  readonly #dialect: Dialect
  readonly #limits: Limits

  /** @param limits of accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#limits = limits
  }

  /**
   * Creates a live job in status queued, and its session. Durable when it returns.
   * @throws {LimitError} when the account has reached a limit
   * @throws {KeyUsedError} when another request with its idempotency key was first
   */
  async begin(
    account: number,
    { params, key, user = null, trace = null, ...job }: NewLiveJob,
    tokenHash: string,
  ): Promise<CreatedJob> {
    const begin = async () =>
      this.#dialect.db.transaction().execute(async (db) => {
        // First, because it serialises the account's transactions: the count below then holds.
        const [added] = await addJobs(this.#dialect, this.#limits, db, account, [
          { ...job, kind: 'live', requestParams: params, fileId: null },
        ])
        if (added === undefined) throw new Error('no job was added')
        const { open } = await db
          .selectFrom('live_sessions')
          .select((eb) => eb.fn.countAll<number>().as('open'))
          .where('account', '=', account)
          .where('ended', '=', 0)
          .executeTakeFirstOrThrow()
        const { live_sessions: limit } = await limitsOf(db, this.#limits, account)
        if (limit !== null && open >= limit) throw new LimitError('live_sessions', limit)
        await db
          .insertInto('live_sessions')
          .values({
            token_hash: tokenHash,
            job_id: added.id,
            account,
            ended: 0,
            key_id: key,
            user_id: user,
            trace,
          })
          .execute()
        return added
      })
    return makingRoom(this.#dialect, () => account, begin)
  }

  /** The session that has not ended, by its job or by the hash of its token. */
  async find(
    session: { readonly jobId: string } | { readonly tokenHash: string },
  ): Promise<OpenSession | null> {
    const row = await this.#open()
      .where((eb) =>
        'jobId' in session ? eb('job_id', '=', session.jobId) : eb('token_hash', '=', session.tokenHash),
      )
      .executeTakeFirst()
    return row === undefined ? null : openSession(row)
  }

  /** Why the token of a session that is not open is refused; `unknown` when no session ever had it. */
  async closedReason(tokenHash: string): Promise<'over' | 'deleted' | 'revoked' | 'unknown'> {
    const row = await this.#dialect.db
      .selectFrom('live_sessions')
      .leftJoin('jobs', 'jobs.id', 'live_sessions.job_id')
      .leftJoin('keys', 'keys.id', 'live_sessions.key_id')
      .select(['jobs.id', openerHasEnded().as('opener_has_ended')])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (row === undefined) return 'unknown'
    if (row.opener_has_ended) return 'revoked'
    return row.id === null ? 'deleted' : 'over'
  }

  /**
   * Makes a node the owner, and marks the job processing if it is queued.
   * @returns false when another node is the owner, or the session has ended or is unknown
   * @throws {NotOwnerError} when the node was declared dead
   */
  async start(jobId: string, node: NodeId): Promise<boolean> {
    return this.#dialect.db.transaction().execute(async (db) => {
      if (this.#dialect.locksRows) await checkAlive(db, node)
      const found = await jobOf(db, jobId).executeTakeFirst()
      if (found === undefined) return false
      const isNew = statusOf(found.bucket) === 'queued'
      // Sessions of a lost node, whose jobs do not change, would otherwise wait for each other at the row of their account.
      const change = isNew ? await countJobChange(db, found.account) : null
      const { numUpdatedRows } = await db
        .updateTable('live_sessions')
        .set({ owner: node, asked: null })
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .where(isOwnedByNoOther(node))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (change === null) return true
      const job = await jobOf(db, jobId).executeTakeFirstOrThrow()
      if (statusOf(job.bucket) !== 'queued') return true
      await changeStatus(db, job, 'processing')
      await reportEvents(this.#dialect, db, change, [
        { event: 'live.start_session', payload: { id: jobId } },
        { event: 'live.start_recording', payload: { id: jobId } },
      ])
      return true
    })
  }

  /** Asks the owner of a session, if that is still its owner. */
  async ask(jobId: string, owner: NodeId, request: LiveRequest): Promise<void> {
    await this.#dialect.db
      .updateTable('live_sessions')
      .set({ asked: request })
      .where('job_id', '=', jobId)
      .where('owner', '=', owner)
      // A session that is being cancelled is not released instead.
      .where('asked', 'is', null)
      .execute()
  }

  /** The sessions of a node that others ask it to interrupt, and those whose keys were revoked or have expired. */
  async interruptions(node: NodeId): Promise<Interruption[]> {
    const rows = await this.#dialect.db
      .selectFrom('live_sessions')
      .leftJoin('keys', 'keys.id', 'live_sessions.key_id')
      .select(['job_id', 'asked'])
      .where('ended', '=', 0)
      .where('owner', '=', node)
      .where((eb) => eb.or([eb('asked', 'is not', null), openerHasEnded()]))
      .execute()
    return rows.map(({ job_id, asked }) => ({ jobId: job_id, reason: asked ?? 'revoked' }))
  }

  /** The sessions that a node has open, as far as the database knows. */
  async owned(node: NodeId): Promise<string[]> {
    const rows = await this.#dialect.db
      .selectFrom('live_sessions')
      .select('job_id')
      .where('ended', '=', 0)
      .where('owner', '=', node)
      .execute()
    return rows.map(({ job_id }) => job_id)
  }

  /** Leaves a session without an owner. */
  async release(jobId: string, node: NodeId): Promise<void> {
    await this.#dialect.db
      .updateTable('live_sessions')
      .set({ owner: null, asked: null })
      .where('job_id', '=', jobId)
      .where('owner', '=', node)
      .execute()
  }

  /**
   * Sessions without an owner that a node has to take up: those that were started, whose keys were revoked or have expired, or that no
   * client connected to.
   * @param createdBefore of those that no client connected to; milliseconds since 1970
   * @param limit how many at most
   */
  async abandoned(createdBefore: number, limit: number): Promise<OpenSession[]> {
    const rows = await this.#open()
      .where('owner', 'is', null)
      .where((eb) =>
        eb.or([
          eb('bucket', '=', bucketOf('live', 'processing')),
          openerHasEnded(),
          eb('jobs.created_at', '<', createdBefore),
        ]),
      )
      .limit(limit)
      .execute()
    return rows.map(openSession)
  }

  /** Records messages for delivery, in order; those recorded before are skipped. Durable when it returns. */
  async addMessages(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void> {
    await this.#dialect.db.transaction().execute(async (db) => {
      const job = await db
        .selectFrom('jobs')
        .innerJoin('live_sessions', 'job_id', 'id')
        .select(['id', 'jobs.account', 'trace'])
        .where('id', '=', jobId)
        .executeTakeFirst()
      if (job !== undefined) await addLiveDeliveries(this.#dialect, db, job, url, messages)
    })
  }

  /**
   * Ends a job, exactly once: false when it had ended before, and then nothing is changed.
   * @param node must be the owner, unless there is none, and must not have been declared dead
   * @param file its recording; null when nothing was recorded
   * @param callback its last messages, recorded for delivery in the same transaction; null for none
   * @throws {NotOwnerError}
   */
  async finish(
    jobId: string,
    node: NodeId,
    outcome: LiveOutcome,
    file: StoredFile | null,
    callback: LastMessages | null = null,
  ): Promise<boolean> {
    const { db: database, locksRows } = this.#dialect
    return database.transaction().execute(async (db) => {
      const session = await db
        .selectFrom('live_sessions')
        .select(['account', 'trace'])
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .executeTakeFirst()
      if (session === undefined) return false
      if (locksRows) await checkAlive(db, node)
      const change = await countJobChange(db, session.account)
      const ended = await db
        .updateTable('live_sessions')
        .set({ ended: 1, owner: null, asked: null })
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .where(isOwnedByNoOther(node))
        .returning('counted_ms')
        .executeTakeFirst()
      if (ended === undefined) {
        if (await isOpen(db, jobId)) throw new NotOwnerError('another node continues the session')
        return false
      }
      const job = await jobOf(db, jobId).executeTakeFirstOrThrow()
      if (file !== null) {
        await giveFile(db, job, file)
        await addAccepted(db, job.account, millisecondsOf(file.duration) - ended.counted_ms)
      }
      await endJob(db, this.#dialect, job, outcome, file?.duration ?? 0)
      await reportEvents(this.#dialect, db, change, [
        { event: 'live.end_recording', payload: { id: jobId } },
        { event: 'live.end_session', payload: { id: jobId } },
      ])
      if (callback) {
        const { url, messages } = callback
        await addLiveDeliveries(this.#dialect, db, { ...job, trace: session.trace }, url, messages)
      }
      return true
    })
  }

  /**
   * Counts what the sessions of a node have received, where their accounts have limits.
   * @returns those that have exceeded a limit
   */
  async countAudio(node: NodeId, received: readonly ReceivedAudio[]): Promise<LimitedSession[]> {
    return countAudio(this.#dialect, this.#limits, node, received)
  }

  /** Whether the job has ended as cancelled. */
  async isCancelled(jobId: string): Promise<boolean> {
    const { db } = this.#dialect
    const job = await db.selectFrom('jobs').select('error_code').where('id', '=', jobId).executeTakeFirst()
    return job?.error_code === CANCELLED.code
  }

  #open() {
    return this.#dialect.db
      .selectFrom('live_sessions')
      .innerJoin('jobs', 'jobs.id', 'live_sessions.job_id')
      .leftJoin('keys', 'keys.id', 'live_sessions.key_id')
      .select([
        'job_id',
        'live_sessions.account',
        'owner',
        'bucket',
        'request_params',
        'trace',
        openerHasEnded().as('opener_has_ended'),
      ])
      .where('ended', '=', 0)
  }
}

/** Condition on a session. */
function isOwnedByNoOther(node: NodeId) {
  return (eb: ExpressionBuilder<Schema, 'live_sessions'>) =>
    eb.or([eb('owner', 'is', null), eb('owner', '=', node)])
}

function openSession(row: {
  job_id: string
  account: number
  owner: string | null
  bucket: number
  request_params: string
  opener_has_ended: SqlBool
  trace: string | null
}): OpenSession {
  return {
    jobId: row.job_id,
    account: row.account,
    owner: row.owner,
    isStarted: statusOf(row.bucket) === 'processing',
    isRevoked: Boolean(row.opener_has_ended),
    params: storedParams(liveParams, row.request_params),
    trace: row.trace,
  }
}

async function isOpen(db: Db, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('live_sessions')
    .select('ended')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.ended === 0
}

function jobOf(db: Db, id: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'account', 'ordinal', 'bucket', 'created_at'])
    .where('id', '=', id)
}
