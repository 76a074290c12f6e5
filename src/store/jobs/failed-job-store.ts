import { type Kysely, sql } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import { bucketOf } from '../../jobs/bucket.ts'
import type { TraceContext } from '../../jobs/job.ts'
import { limitsOf } from '../accounts/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeDeliveries } from '../deliveries/remove-deliveries.ts'
import type { Schema } from '../schema.ts'
import { checkOpen } from './add-jobs.ts'
import { changeJob } from './change-job.ts'
import { changeStatus } from './job-status.ts'

const FAILED = bucketOf('pre-recorded', 'error')

/** Jobs of files that have failed, and how they are queued again. */
export class FailedJobStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>
  readonly #limits: Limits

  /** @param limits of accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#db = dialect.db
    this.#limits = limits
  }

  /**
   * Queues a failed job again, behind those that wait, as if it had not been attempted yet. Its audio was counted when it was received.
   * What was to report its end is deleted: it will end again.
   * @returns `no audio` if that was deleted because its retention had ended; null when the account has no such job
   * @throws {LimitError} when the account has reached its limit of open jobs
   */
  async requeue(
    account: number,
    id: string,
    trace: TraceContext,
  ): Promise<'requeued' | 'not failed' | 'no audio' | null> {
    const columns = ['id', 'account', 'ordinal', 'bucket', 'created_at', 'file_id', 'file'] as const
    const requeued = await changeJob(this.#dialect, { account, id }, columns, async (db, job) => {
      if (job.bucket !== FAILED) return 'not failed'
      if (job.file_id === null && job.file !== null) return 'no audio'
      await checkOpen(db, account, await limitsOf(db, this.#limits, account), 1)
      await removeDeliveries(this.#dialect, db, account, [job])
      await changeStatus(db, job, 'queued', { completed_at: null, error_code: null, error_message: null })
      await db
        .insertInto('work')
        .values({
          account,
          ordinal: job.ordinal,
          job_id: id,
          attempts: 0,
          has_file: job.file_id === null ? 0 : 1,
          trace,
          // Higher than that of each claim before, whose writes stay refused.
          epoch: this.#dialect.now,
          requeued_at: this.#dialect.now,
        })
        .execute()
      return 'requeued'
    })
    return requeued ?? null
  }

  /**
   * The ids of the jobs that failed by a fault of the service and not of their audio or their request, the oldest first: also those for
   * which all attempts were used. Those whose audio was deleted are not among them.
   */
  async faults(account: number, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('account', '=', account)
      // A literal: otherwise SQLite cannot tell that the partial index applies.
      .where('error_code', '>=', sql.lit(500))
      .where('bucket', '=', FAILED)
      .where((eb) => eb.or([eb('file_id', 'is not', null), eb('file', 'is', null)]))
      .orderBy('ordinal')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }
}
