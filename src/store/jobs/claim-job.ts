import { sql, type SqlBool, type Transaction } from 'kysely'
import { preRecordedParams } from '../../contract/pre-recorded-request.ts'
import { statusOf } from '../../jobs/bucket.ts'
import type { NodeId } from '../../jobs/node.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import type { Work } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { fileColumns, storedFile } from './file-store.ts'
import { changeStatus } from './job-status.ts'
import { paramsOf } from './stored-retranscriptions.ts'
import { type Candidate, type ClaimOptions, hasFile, isAtStage } from './work-candidates.ts'

/**
 * Claims the first waiting job of an account for a node.
 * @param skipLocked whether to return `locked` instead of waiting if another transaction has locked the account
 * @returns null if no job is waiting any more, or the account has reached its limit of jobs in progress
 */
export async function claimJob(
  { db: database, locksRows, now }: Dialect,
  node: NodeId,
  { stage, leaseMs }: ClaimOptions,
  { account, limit }: Candidate,
  skipLocked: boolean,
): Promise<Work | 'locked' | null> {
  return database.transaction().execute(async (db) => {
    if (locksRows && !(await lockAccount(db, account, skipLocked))) return 'locked'
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
      where ${isAtStage(stage)} and account = ${account} and owner is not null) < ${limit}`
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
      // The account is locked, so nobody can pause it or claim another of its jobs at the same time.
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
    const job = await db
      .selectFrom('jobs')
      .select(['id', 'account', 'ordinal', 'bucket', 'created_at', 'file_id', 'request_params'])
      .where('id', '=', claimed.job_id)
      .executeTakeFirstOrThrow()
    if (statusOf(job.bucket) === 'queued') await changeStatus(db, job, 'processing')
    const isAgain = statusOf(job.bucket) === 'done'
    const params = isAgain ? await paramsOf(db, job) : job.request_params
    const file =
      job.file_id === null
        ? undefined
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
      file: file === undefined ? null : storedFile(file),
      trace: claimed.trace,
      waitingSince: claimed.waiting_since ?? claimed.requeued_at ?? job.created_at,
    }
  })
}

/**
 * Locks the row of an account until the end of the transaction.
 * @returns false if another transaction holds the lock and `skipLocked` is set
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
