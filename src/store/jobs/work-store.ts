import { sql, type SqlBool, type Transaction } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import { callbackParams } from '../../contract/pre-recorded-request.ts'
import { statusOf } from '../../jobs/bucket.ts'
import type { NodeId } from '../../jobs/node.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Claim, Outcome, Progress, Work } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import { addEndDelivery } from '../deliveries/record-deliveries.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import type { Schema } from '../schema.ts'
import { claimJob } from './claim-job.ts'
import { countJobChange } from './count-job-change.ts'
import { endJob, giveFetchedFile } from './job-status.ts'
import { makingRoom } from './make-room.ts'
import { endRetranscription } from './stored-retranscriptions.ts'
import { waiting } from './waiting-work.ts'
import { type Candidate, type ClaimOptions, WorkCandidates } from './work-candidates.ts'

/**
 * The life cycle of a pre-recorded job: queued → processing → done or error. A node claims a job and can write for it only while it
 * holds the claim: once the job was released or has ended, its writes are refused and change nothing.
 */
export class WorkStore {
  readonly #dialect: Dialect
  readonly #limits: Limits
  readonly #candidates: WorkCandidates

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#limits = limits
    this.#candidates = new WorkCandidates(dialect.db, limits)
  }

  /**
   * Claims a waiting job of a stage, marks it as processing and counts the attempt. Chooses an account with the highest priority; among
   * these, one with the fewest jobs in progress at the stage across all nodes; among these, accounts take turns. Within the account,
   * chooses the job with the highest priority, then the oldest. Skips paused accounts. If more than 200 accounts with the default priority
   * are waiting, each claim considers the next 200.
   */
  async claim(node: NodeId, of: ClaimOptions): Promise<Work | null> {
    let locked: Candidate | null = null
    for (const candidate of await this.#candidates.next(of)) {
      const work = await claimJob(this.#dialect, node, of, candidate, true)
      if (work === 'locked') locked ??= candidate
      else if (work !== null) return work
    }
    // Waiting for the lock guarantees the account its turn, even if its jobs are being created all the time.
    const work = locked === null ? null : await claimJob(this.#dialect, node, of, locked, false)
    return work === 'locked' ? null : work
  }

  /**
   * Extends the leases of a node's claims and stores their progress.
   * @returns the lost claims, whose jobs were released or have ended
   */
  async beat(
    claims: readonly (Claim & { readonly progress: Progress | null })[],
    leaseMs: number,
  ): Promise<Claim[]> {
    const { leases, now } = this.#dialect
    const lost: Claim[] = []
    // Not in one transaction, which would lock several rows and could deadlock with the release of a dead node's work.
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
   * Releases the jobs whose leases have expired. These may be claims of the caller: the answer to a claim was lost, or its end was lost
   * with a failed primary.
   * @returns the number of released jobs
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

  /**
   * Gives a job its fetched file and releases it, so that any node can transcribe it. Attempts start from 0 again.
   * @returns false if the claim is lost
   * @throws {LimitError} if the account has reached a limit
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
        // In a retry after the connection broke, the file may already be attached.
        if (work === undefined) return hasFileOf(db, claim.jobId, file)
        account = work.account
        await countJobChange(db, account)
        await giveFetchedFile(db, this.#limits, { id: claim.jobId, account }, file)
        return true
      })
    return makingRoom(this.#dialect, () => account, attach)
  }

  /**
   * Ends a job, exactly once. For a job that is done, ends its retranscription instead, without reporting or counting anything.
   * @param of the claim; or the id of the job, to end it whichever node works on it
   * @param isReported whether the same transaction records its callback and its events; true by default
   * @returns false if the claim is lost or the job has already ended
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
      const job = await db
        .selectFrom('jobs')
        .leftJoin('files', 'files.id', 'jobs.file_id')
        .select(['jobs.id', 'jobs.account', 'ordinal', 'bucket', 'jobs.created_at', 'request_params'])
        .select('audio_duration')
        .where('jobs.id', '=', jobId)
        .executeTakeFirstOrThrow()
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

  /** Releases a job that a shutdown interrupted, without counting the attempt. @returns false if the claim is lost */
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

/** Condition on a row of `work` that a claim still holds. */
export function isHeld({ jobId, node, epoch }: Claim) {
  return sql<SqlBool>`job_id = ${jobId} and owner = ${node} and epoch = ${epoch}`
}

async function hasFileOf(db: Transaction<Schema>, jobId: string, { id }: StoredFile): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('file_id').where('id', '=', jobId).executeTakeFirst()
  return job?.file_id === id
}
