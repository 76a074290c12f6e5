import { sql, type Transaction } from 'kysely'
import type { ChangeCursor } from '../../contract/change-cursor.ts'
import type { JobField, JobKind, JobStatus } from '../../contract/common.ts'
import type { JobDetails, JobDetailsPatch } from '../../contract/details.ts'
import type { JobFacets } from '../../contract/facets.ts'
import type { Who } from '../../contract/who.ts'
import type { Limits } from '../../contract/account-limits.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import { bucketsOf, isFinished, kindOf, statusOf } from '../../jobs/bucket.ts'
import { patchedDetails } from '../../jobs/details.ts'
import type { ChangedIds, ChangePage, CreatedJob, JobPage, JobWindow, NewJob } from '../../jobs/job.ts'
import { isTransient } from '../../jobs/store-error.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changedIds, changes, newestPlace } from '../lists/job-changes.ts'
import { deletedJobs, reportEvents } from '../deliveries/report-events.ts'
import { page } from '../lists/job-pages.ts'
import { changeTags, facetsOf } from '../lists/tags.ts'
import { addJobs } from './add-jobs.ts'
import { changeJob } from './change-job.ts'
import { isOther, jobById } from './job-by-id.ts'
import { Grouped } from '../grouped.ts'
import { type RemovedJob, removedColumns, removeJobs } from './remove-jobs.ts'
import { eraseSoon } from './erase-soon.ts'
import { makingRoom } from './make-room.ts'
import { trashJobs } from './move-jobs.ts'
import type { Schema } from '../schema.ts'
import { countJobChange, currentChange, type JobChange } from './count-job-change.ts'
import { readDetails, writeDetails } from './stored-details.ts'

/** Jobs of an account that are created in one transaction at most. */
const MAX_GROUP = 100

/**
 * Jobs and lists of them. Every method sees the jobs of one account only. A job and its counters change in one transaction.
 */
export class JobStore {
  readonly #dialect: Dialect
  readonly #limits: Limits
  /** By account. */
  readonly #groups = new Map<number, Grouped<NewJob, CreatedJob>>()

  /** @param limits of accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#limits = limits
  }

  /**
   * Creates a job in status queued, with its entry in the work queue if it is pre-recorded. Durable when it returns.
   * @throws {UnknownFileError} when the account does not have the file, or no longer
   * @throws {LimitError} when the account has reached a limit
   * @throws {KeyUsedError} when another request with its idempotency key was first
   */
  async create(account: number, job: NewJob): Promise<CreatedJob> {
    const group = this.#groups.get(account) ?? this.#groupOf(account)
    return makingRoom(
      this.#dialect,
      () => account,
      async () => group.add(job),
    )
  }

  /**
   * The job as JSON; null when the account has none with that id and, if given, kind.
   * @param transcription as JSON, in the place of that of its result
   */
  async get(
    account: number,
    id: string,
    kind: JobKind | null,
    transcription: StoredJson | null = null,
  ): Promise<StoredJson | null> {
    return jobById(this.#dialect, account, id, kind, transcription)
  }

  /** The kind and status of a job; null for an unknown one. */
  async state(account: number, id: string): Promise<{ kind: JobKind; status: JobStatus } | null> {
    const job = await this.#find(account, id)
    return job === undefined ? null : { kind: kindOf(job.bucket), status: statusOf(job.bucket) }
  }

  /** A page of jobs, with some of their fields or all. */
  async page(
    account: number,
    filter: ListFilter,
    window: JobWindow,
    fields?: readonly JobField[],
  ): Promise<JobPage> {
    return page(this.#dialect, account, filter, window, fields)
  }

  /**
   * The jobs that have changed after a place, with some of their fields or all; the id is among them.
   * @param after null for the beginning, `now` for the newest change
   * @returns null when the cursor is of another account, or of changes before a backup was restored
   */
  async changes(
    account: number,
    after: ChangeCursor | 'now' | null,
    limit: number,
    fields?: readonly JobField[],
  ): Promise<ChangePage | null> {
    return changes(this.#dialect, account, after, limit, fields)
  }

  /**
   * Which jobs have changed after a place, at most so many.
   * @returns null as `changes` does
   */
  async changedIds(account: number, after: ChangeCursor, limit: number): Promise<ChangedIds | null> {
    return changedIds(this.#dialect, account, after, limit)
  }

  /** The place after the newest change. */
  async newestChange(account: number): Promise<ChangeCursor> {
    return newestPlace(this.#dialect.reader, account)
  }

  /** The tags and languages by which jobs can be listed. */
  async facets(account: number): Promise<JobFacets> {
    return facetsOf(this.#dialect, account)
  }

  /** The id of the job's audio: null for an unknown job, `none` while it has no file, `expired` when that was deleted. */
  async fileOf(account: number, id: string, kind: JobKind | null): Promise<string | null> {
    const job = await this.#find(account, id)
    if (job === undefined || isOther(kind, job.bucket)) return null
    return job.file_id ?? (job.has_file === 1 ? 'expired' : 'none')
  }

  /** Sets post_session_metadata (JSON text) of a live job; false when there is no such job. */
  async setPostSessionMetadata(account: number, id: string, metadata: string): Promise<boolean> {
    const live = bucketsOf(['live'], null)
    if ((await this.#find(account, id)) === undefined) return false
    return this.#dialect.db.transaction().execute(async (db) => {
      await countJobChange(db, account)
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ post_session_metadata: metadata, change: currentChange() })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('bucket', 'in', live)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  /** Changes the details of a job; null when there is no such job. */
  async setDetails(account: number, id: string, patch: JobDetailsPatch, by: Who): Promise<JobDetails | null> {
    if ((await this.#find(account, id)) === undefined) return null
    return this.#dialect.db.transaction().execute(async (db) => {
      await countJobChange(db, account)
      const job = await readDetails(db, account, id)
      if (job === null) return null
      const details = patchedDetails(job.details, patch, by)
      await writeDetails(db, id, details)
      const change = { ...job, before: job.details.tags, after: details.tags }
      await changeTags(this.#dialect, db, account, [change])
      return details
    })
  }

  /**
   * Deletes a finished job, with the rows of its file and of what was made of it if no other job uses that. The caller deletes the
   * bytes of `removedFiles`; until it has, the upload store lists them.
   * Null for an unknown job; `unfinished` for one that is queued or processing, which is not deleted.
   */
  async delete(
    account: number,
    id: string,
    kind: JobKind | null,
  ): Promise<{ removedFiles: readonly string[] } | 'unfinished' | null> {
    const removed = await this.#change(account, id, kind, async (db, job, change) => {
      const { files } = await removeJobs(this.#dialect, db, account, [job])
      await reportEvents(this.#dialect, db, change, deletedJobs([job], false))
      return { removedFiles: files }
    })
    eraseSoon(this.#dialect)
    return removed
  }

  /** Moves a finished job to the trash. Returns as `delete` does. */
  async trash(account: number, id: string, kind: JobKind | null): Promise<'trashed' | 'unfinished' | null> {
    return this.#change(account, id, kind, async (db, job, change) => {
      await trashJobs(this.#dialect, db, account, [job])
      await reportEvents(this.#dialect, db, change, deletedJobs([job], true))
      return 'trashed' as const
    })
  }

  /** Changes a finished job in a transaction. */
  async #change<Changed>(
    account: number,
    id: string,
    kind: JobKind | null,
    carryOut: (db: Transaction<Schema>, job: RemovedJob, change: JobChange) => Promise<Changed>,
  ): Promise<Changed | 'unfinished' | null> {
    const changed = await changeJob(
      this.#dialect,
      { account, id },
      removedColumns,
      async (db, job, change) => {
        if (isOther(kind, job.bucket)) return null
        return isFinished(job.bucket) ? carryOut(db, job, change) : 'unfinished'
      },
    )
    return changed ?? null
  }

  /** The jobs of an account are created one group after another: each locks the account in any case. */
  #groupOf(account: number): Grouped<NewJob, CreatedJob> {
    const dialect = this.#dialect
    const group = new Grouped<NewJob, CreatedJob>(
      async (jobs) =>
        dialect.db.transaction().execute(async (db) => addJobs(dialect, this.#limits, db, account, jobs)),
      MAX_GROUP,
      (error) => !isTransient(error),
    )
    this.#groups.set(account, group)
    return group
  }

  async #find(account: number, id: string) {
    return this.#dialect.db
      .selectFrom('jobs')
      .select(['bucket', 'file_id', sql<number>`case when file is null then 0 else 1 end`.as('has_file')])
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
  }
}
