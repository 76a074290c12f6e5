import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { JobField, JobKind, JobStatus } from '../../contract/common.ts'
import { parseExactly } from '../../contract/exact-json.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import { bucketOf, bucketsOf, isFinished, kindOf, statusOf } from '../../jobs/bucket.ts'
import {
  type JobPage,
  type JobStore,
  type JobWindow,
  type NewJob,
  UnknownFileError,
} from '../../jobs/job-store.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import { fileOnTheWire } from '../../jobs/stored-file.ts'
import type { Dialect } from '../databases/dialect.ts'
import { page } from '../lists/job-pages.ts'
import { jobRecords } from '../lists/job-records.ts'
import { addLeaves, removeLeaves } from '../lists/leaves.ts'
import { removeDeliveries } from '../deliveries/record-deliveries.ts'
import { changeCounts } from '../lists/counters.ts'
import { newRevision } from './revision.ts'
import type { Schema } from '../schema.ts'
import { fileColumns, storedFile } from './sql-file-store.ts'
import { removeBytes } from './sql-upload-store.ts'

/** Milliseconds from a deletion until its traces are erased, with those of the deletions in between. */
const ERASE_DELAY_MS = 60_000

/** Jobs in a SQL database. A job and its counters change in one transaction. */
export class SqlJobStore implements JobStore {
  readonly #dialect: Dialect
  #isErasing = false

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async create(account: number, job: NewJob): Promise<{ id: string; createdAt: number }> {
    return this.#dialect.db.transaction().execute(async (db) => addJob(db, account, job))
  }

  async get(account: number, id: string, kind: JobKind | null): Promise<Buffer | null> {
    const job = await jobRecords(this.#dialect)
      .where('jobs.id', '=', id)
      .where('jobs.account', '=', account)
      .executeTakeFirst()
    return job === undefined || isOther(kind, job.bucket) ? null : jobsText([job], JOB_FIELDS)
  }

  async state(account: number, id: string): Promise<{ kind: JobKind; status: JobStatus } | null> {
    const job = await this.#find(account, id)
    return job === undefined ? null : { kind: kindOf(job.bucket), status: statusOf(job.bucket) }
  }

  async page(
    account: number,
    filter: ListFilter,
    window: JobWindow,
    fields?: readonly JobField[],
  ): Promise<JobPage> {
    return page(this.#dialect, account, filter, window, fields)
  }

  async fileOf(account: number, id: string, kind: JobKind | null): Promise<string | null> {
    const job = await this.#find(account, id)
    return job === undefined || isOther(kind, job.bucket) ? null : (job.file_id ?? 'none')
  }

  async setPostSessionMetadata(account: number, id: string, metadata: string): Promise<boolean> {
    const live = bucketsOf(['live'], null)
    if ((await this.#find(account, id)) === undefined) return false
    return this.#dialect.db.transaction().execute(async (db) => {
      await newRevision(db, account)
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ post_session_metadata: metadata })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('bucket', 'in', live)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  async delete(
    account: number,
    id: string,
    kind: JobKind | null,
  ): Promise<{ removedFile: string | null } | 'unfinished' | null> {
    const { words } = this.#dialect
    // Checked first, because the transaction begins with a new revision, which an unknown job is no reason for.
    if ((await this.#find(account, id)) === undefined) return null
    const deleted = await this.#dialect.db.transaction().execute(async (db) => {
      await newRevision(db, account)
      const job = await db
        .selectFrom('jobs')
        .select(['ordinal', 'bucket', 'custom_metadata', 'file_id'])
        .where('id', '=', id)
        .where('account', '=', account)
        .executeTakeFirst()
      if (job === undefined || isOther(kind, job.bucket)) return null
      const { ordinal, bucket } = job
      if (!isFinished(bucket)) return 'unfinished'

      await db.deleteFrom('jobs').where('id', '=', id).execute()
      await changeCounts(db, [{ account, ordinal, bucket, by: -1 }])
      await words.remove(db, account, ordinal)
      await db
        .deleteFrom('job_results')
        .where('account', '=', account)
        .where('ordinal', '=', ordinal)
        .execute()
      await removeDeliveries(db, id)
      if (job.custom_metadata !== null) {
        await removeLeaves(db, { account, ordinal, bucket }, parseExactly(job.custom_metadata) as object)
      }
      return { removedFile: job.file_id === null ? null : await releaseFile(db, job.file_id) }
    })
    this.#eraseSoon()
    return deleted
  }

  #eraseSoon(): void {
    if (this.#isErasing) return
    this.#isErasing = true
    const erase = () => {
      this.#isErasing = false
      // If it fails, the next one does it too, and so does closing the database.
      this.#dialect.eraseDeleted().catch(() => {})
    }
    setTimeout(erase, ERASE_DELAY_MS).unref()
  }

  async #find(account: number, id: string) {
    return this.#dialect.db
      .selectFrom('jobs')
      .select(['bucket', 'file_id'])
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
  }
}

function isOther(kind: JobKind | null, bucket: number): boolean {
  return kind !== null && kindOf(bucket) !== kind
}

/** Adds a job in status queued. */
export async function addJob(
  db: Transaction<Schema>,
  account: number,
  job: NewJob,
): Promise<{ id: string; createdAt: number }> {
  const id = randomUUID()
  const { last_ordinal: ordinal, last_created_at: createdAt } = await nextPlace(db, account)
  const bucket = bucketOf(job.kind, 'queued')
  await db
    .insertInto('jobs')
    .values({
      id,
      account,
      ordinal,
      bucket,
      created_at: createdAt,
      custom_metadata: job.customMetadata === null ? null : JSON.stringify(job.customMetadata),
      post_session_metadata: '{}',
      request_params: JSON.stringify(job.requestParams),
      file_id: job.fileId,
      file: job.fileId === null ? null : await useFile(db, account, job.fileId),
    })
    .execute()
  await changeCounts(db, [{ account, ordinal, bucket, by: 1 }])
  if (job.customMetadata !== null) await addLeaves(db, { account, ordinal, bucket }, job.customMetadata)
  if (job.kind === 'pre-recorded') {
    await db
      .insertInto('work')
      .values({ account, ordinal, job_id: id, attempts: 0, has_file: job.fileId === null ? 0 : 1 })
      .execute()
  }
  return { id, createdAt }
}

/** The account's next ordinal, and a creation time not before that of its newest job, whatever the clock says. */
async function nextPlace(db: Transaction<Schema>, account: number) {
  const now = Date.now()
  return db
    .updateTable('accounts')
    .set((eb) => ({
      last_ordinal: eb('last_ordinal', '+', 1),
      revision: eb('revision', '+', 1),
      last_created_at: eb
        .case()
        .when('last_created_at', '>', now)
        .then(eb.ref('last_created_at'))
        // A bare number would become a literal, and every statement a different one.
        .else(eb.val(now))
        .end(),
    }))
    .where('id', '=', account)
    .returning(['last_ordinal', 'last_created_at'])
    .executeTakeFirstOrThrow()
}

/** Counts one more job of a file, and returns the file as the job shows it, as JSON. */
async function useFile(db: Transaction<Schema>, account: number, id: string): Promise<string> {
  const row = await db
    .updateTable('files')
    .set((eb) => ({ jobs: eb('jobs', '+', 1) }))
    .where('id', '=', id)
    .where('account', '=', account)
    .returning(fileColumns)
    .executeTakeFirst()
  if (row === undefined) throw new UnknownFileError(`no file ${id}`)
  return JSON.stringify(fileOnTheWire(storedFile(row)))
}

/** Counts one job less of a file; returns its id when that was the last one and its bytes are to be deleted. */
async function releaseFile(db: Transaction<Schema>, id: string): Promise<string | null> {
  const { jobs } = await db
    .updateTable('files')
    .set((eb) => ({ jobs: eb('jobs', '-', 1) }))
    .where('id', '=', id)
    .returning('jobs')
    .executeTakeFirstOrThrow()
  if (jobs > 0) return null
  await db.deleteFrom('files').where('id', '=', id).execute()
  await removeBytes(db, [id])
  return id
}
