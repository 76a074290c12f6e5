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

/** Maximum number of jobs created in one transaction. */
const MAX_GROUP = 100

/** Jobs and lists of jobs. Every method sees the jobs of one account only. A job and its counters change in the same transaction. */
export class JobStore {
  readonly #dialect: Dialect
  readonly #limits: Limits
  /** By account. */
  readonly #groups = new Map<number, Grouped<NewJob, CreatedJob>>()

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#limits = limits
  }

  /**
   * Creates a job with status queued and, if it is pre-recorded, its entry in the work queue. Durable on return.
   * @throws {UnknownFileError} if the account does not have the file, or no longer has it
   * @throws {LimitError} if the account has reached a limit
   * @throws {KeyUsedError} if another request has already used its idempotency key
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
   * A job as JSON; null if the account has no such job, or none of the given kind.
   * @param transcription JSON that replaces the transcription in its result
   */
  async get(
    account: number,
    id: string,
    kind: JobKind | null,
    transcription: StoredJson | null = null,
  ): Promise<StoredJson | null> {
    return jobById(this.#dialect, account, id, kind, transcription)
  }

  /** The kind and status of a job; null if there is no such job. */
  async state(account: number, id: string): Promise<{ kind: JobKind; status: JobStatus } | null> {
    const job = await this.#find(account, id)
    return job === undefined ? null : { kind: kindOf(job.bucket), status: statusOf(job.bucket) }
  }

  /** A page of jobs. @param fields all by default */
  async page(
    account: number,
    filter: ListFilter,
    window: JobWindow,
    fields?: readonly JobField[],
  ): Promise<JobPage> {
    return page(this.#dialect, account, filter, window, fields)
  }

  /**
   * The jobs that have changed after a cursor.
   * @param after null for the beginning, `now` for the newest change
   * @param fields must include the id; all by default
   * @returns null if the cursor belongs to another account, or to the history before a backup was restored
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
   * The ids of the jobs that have changed after a cursor, at most `limit`.
   * @returns null in the same cases as `changes`
   */
  async changedIds(account: number, after: ChangeCursor, limit: number): Promise<ChangedIds | null> {
    return changedIds(this.#dialect, account, after, limit)
  }

  /** The cursor after the newest change. */
  async newestChange(account: number): Promise<ChangeCursor> {
    return newestPlace(this.#dialect.reader, account)
  }

  /** The tags and languages by which jobs can be listed. */
  async facets(account: number): Promise<JobFacets> {
    return facetsOf(this.#dialect, account)
  }

  /** The id of a job's audio; null if there is no such job, `none` if it has no file yet, `expired` if its file was deleted. */
  async fileOf(account: number, id: string, kind: JobKind | null): Promise<string | null> {
    const job = await this.#find(account, id)
    if (job === undefined || isOther(kind, job.bucket)) return null
    return job.file_id ?? (job.has_file === 1 ? 'expired' : 'none')
  }

  /** Sets `post_session_metadata` of a live job, as JSON text. @returns false if there is no such job */
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

  /** Changes the details of a job. @returns the new details; null if there is no such job */
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
   * Deletes a finished job, and the rows of its file and of derived files unless another job uses the file. The caller must delete the
   * bytes of `removedFiles`; until it has, the upload store lists them.
   * @returns null if there is no such job; `unfinished`, without deleting it, if it is queued or processing
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

  /** Moves a finished job to the trash. @returns null or `unfinished` in the same cases as `delete` */
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

  /** Creates the jobs of an account one group after the other. Each group has to lock the account anyway. */
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
