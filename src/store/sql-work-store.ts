import type { Transaction } from 'kysely'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { JobStatus } from '../contract/common.ts'
import { bucketOf, kindOf, statusOf } from '../jobs/bucket.ts'
import { fileOnTheWire, type StoredFile } from '../jobs/stored-file.ts'
import type { Outcome, Work, WorkStore } from '../jobs/work-store.ts'
import { searchWords } from '../jobs/search-words.ts'
import type { Dialect } from './dialect.ts'
import { changeCounts } from './ordinal-counts.ts'
import { newRevision } from './revision.ts'
import type { Schema } from './schema.ts'
import { addFile, fileColumns, storedFile } from './sql-file-store.ts'

/** The life of jobs in a SQL database, for the one process that works on them. */
export class SqlWorkStore implements WorkStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async claim(held: Iterable<string>): Promise<Work | null> {
    return this.#dialect.db.transaction().execute(async (db) => {
      const oldest = await db
        .selectFrom('work')
        .select(['position', 'job_id', 'account'])
        .where('job_id', 'not in', [...held, ''])
        .orderBy('position')
        .limit(1)
        .$if(this.#dialect.skipsLocked, (query) => query.forUpdate().skipLocked())
        .executeTakeFirst()
      if (oldest === undefined) return null
      const { attempts } = await db
        .updateTable('work')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('position', '=', oldest.position)
        .returning('attempts')
        .executeTakeFirstOrThrow()

      await newRevision(db, oldest.account)
      const job = await jobInWork(db, oldest.job_id)
      if (statusOf(job.bucket) === 'queued') await changeStatus(db, job, 'processing', {})
      const file =
        job.file_id === null
          ? null
          : await db.selectFrom('files').select(fileColumns).where('id', '=', job.file_id).executeTakeFirst()
      return {
        jobId: oldest.job_id,
        account: job.account,
        attempts,
        requestParams: JSON.parse(job.request_params) as PreRecordedParams,
        file: file === null || file === undefined ? null : storedFile(file),
      }
    })
  }

  async attachFile(jobId: string, file: StoredFile): Promise<void> {
    await this.#dialect.db.transaction().execute(async (db) => {
      const job = await jobInWork(db, jobId)
      // Tried again after a connection that broke when all was written.
      if (job.file_id === file.id) return
      await newRevision(db, job.account)
      await addFile(db, job.account, file, 1)
      await db
        .updateTable('jobs')
        .set({ file_id: file.id, file: JSON.stringify(fileOnTheWire(file)) })
        .where('id', '=', jobId)
        .execute()
    })
  }

  async finish(jobId: string, outcome: Outcome): Promise<boolean> {
    return this.#dialect.db.transaction().execute(async (db) => {
      const work = await db
        .deleteFrom('work')
        .where('job_id', '=', jobId)
        .returning('account')
        .executeTakeFirst()
      if (work === undefined) return false
      await newRevision(db, work.account)
      const job = await jobInWork(db, jobId)
      const completed_at = Math.max(Date.now(), job.created_at)
      if (outcome.status === 'done') {
        const { account, ordinal } = job
        await db
          .insertInto('job_results')
          .values({ account, ordinal, result: JSON.stringify(outcome.result) })
          .execute()
        const transcript = outcome.result.transcription?.full_transcript ?? ''
        await this.#dialect.words.add(db, account, ordinal, searchWords(transcript))
        await changeStatus(db, job, 'done', { completed_at })
      } else {
        const failure = { completed_at, error_code: outcome.code, error_message: outcome.message }
        await changeStatus(db, job, 'error', failure)
      }
      return true
    })
  }

  async putBack(jobId: string): Promise<void> {
    await this.#dialect.db
      .updateTable('work')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('job_id', '=', jobId)
      .execute()
  }
}

async function jobInWork(db: Transaction<Schema>, id: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'account', 'ordinal', 'bucket', 'created_at', 'file_id', 'request_params'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Moves a job to another status, with its counters. */
async function changeStatus(
  db: Transaction<Schema>,
  job: { id: string; account: number; ordinal: number; bucket: number },
  status: JobStatus,
  columns: { completed_at?: number; error_code?: number; error_message?: string },
): Promise<void> {
  const { id, account, ordinal } = job
  const bucket = bucketOf(kindOf(job.bucket), status)
  await db
    .updateTable('jobs')
    .set({ bucket, ...columns })
    .where('id', '=', id)
    .execute()
  await changeCounts(db, [
    { account, ordinal, bucket: job.bucket, by: -1 },
    { account, ordinal, bucket, by: 1 },
  ])
}
