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

/** Finds failed jobs of files and queues them again. */
export class FailedJobStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>
  readonly #limits: Limits

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#db = dialect.db
    this.#limits = limits
  }

  /**
   * Queues a failed job again, behind the waiting ones, as if it had not been attempted yet. Its audio is not counted again. The callback
   * of its failure is deleted, because the job will end again.
   * @returns `no audio` if its audio was deleted; null if the account has no such job
   * @throws {LimitError} if the account has reached its limit of open jobs
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
          // Higher than the epoch of any earlier claim, whose writes stay refused.
          epoch: this.#dialect.now,
          requeued_at: this.#dialect.now,
        })
        .execute()
      return 'requeued'
    })
    return requeued ?? null
  }

  /**
   * The ids of jobs that failed through a fault of the service, not of their audio or their request, oldest first. Includes jobs that used
   * up all attempts; excludes jobs whose audio was deleted.
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
