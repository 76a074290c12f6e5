import type { JobField, JobKind, JobStatus } from '../contract/common.ts'
import type { JobDetails, JobDetailsPatch } from '../contract/details.ts'
import type { ListFilter } from '../contract/list-query.ts'
import type { KeyedRequest } from './idempotency-store.ts'
import type { DerivedFiles, StoredFile } from './stored-file.ts'
import type { StoredJson } from './stored-json.ts'
import type { TraceContext } from './trace-context.ts'

/** A job to create. */
export interface NewJob {
  readonly kind: JobKind
  readonly customMetadata: Record<string, unknown> | null
  /** The request with its defaults filled in, as the job shows it. */
  readonly requestParams: object
  /** The uploaded audio; null when it is still to be fetched. */
  readonly fileId: string | null
  /** The request for it, if that has an idempotency key. */
  readonly request?: KeyedRequest<CreatedJob> | null
  /** Of a pre-recorded job. */
  readonly trace?: TraceContext
}

export interface CreatedJob {
  readonly id: string
  readonly createdAt: number
}

/** Which part of a list. */
export interface JobWindow {
  /** Jobs to skip; ignored when there is a cursor. */
  readonly offset: number
  readonly limit: number
  /** Where the previous page ended, as its `next` says. */
  readonly cursor: number | null
}

/** One page of a list, newest job first. */
export interface JobPage {
  /** How many jobs match in all; null when there are too many to count. */
  readonly total: number | null
  /** The cursor of the next page; null on the last page. */
  readonly next: number | null
  /** The jobs as JSON, separated by commas. Those of a long page come in chunks, read on demand. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** Jobs and lists of them. Every method sees the jobs of one account only. */
export interface JobStore {
  /**
   * Creates a job in status queued, with its entry in the work queue if it is pre-recorded. Durable when it returns.
   * @throws {UnknownFileError} when the account does not have the file, or no longer
   * @throws {LimitError} when the account has reached a limit
   * @throws {KeyUsedError} when another request with its idempotency key was first
   */
  create(account: number, job: NewJob): Promise<CreatedJob>
  /**
   * The job as JSON; null when the account has none with that id and, if given, kind.
   * @param transcription as JSON, in the place of that of its result
   */
  get(
    account: number,
    id: string,
    kind: JobKind | null,
    transcription?: StoredJson | null,
  ): Promise<StoredJson | null>
  /** The kind and status of a job; null for an unknown one. */
  state(account: number, id: string): Promise<{ kind: JobKind; status: JobStatus } | null>
  /** A page of jobs, with some of their fields or all. */
  page(account: number, filter: ListFilter, window: JobWindow, fields?: readonly JobField[]): Promise<JobPage>
  /** The id of the job's audio: null for an unknown job, `none` while it has no file, `expired` when that was deleted. */
  fileOf(account: number, id: string, kind: JobKind | null): Promise<string | null>
  /** Sets post_session_metadata (JSON text) of a live job; false when there is no such job. */
  setPostSessionMetadata(account: number, id: string, metadata: string): Promise<boolean>
  /** Changes the details of a job; null when there is no such job. */
  setDetails(account: number, id: string, patch: JobDetailsPatch): Promise<JobDetails | null>
  /**
   * Deletes a finished job, with the rows of its file and of what was made of it if no other job uses that. The caller deletes the
   * bytes of `removedFiles`; until it has, the upload store lists them.
   * Null for an unknown job; `unfinished` for one that is queued or processing, which is not deleted.
   */
  delete(
    account: number,
    id: string,
    kind: JobKind | null,
  ): Promise<{ removedFiles: readonly string[] } | 'unfinished' | null>
}

/** The account has no file with that id. */
export class UnknownFileError extends Error {
  override readonly name = 'UnknownFileError'
}

/** The rows of received files. Their bytes are in files/. */
export interface FileStore {
  /**
   * Adds the row of a file whose bytes are stored.
   * @param request for it, if that has an idempotency key
   * @throws {AbandonedFileError} when they have been given up
   * @throws {LimitError} when the account may not store so much audio
   * @throws {KeyUsedError} when another request with that key was first
   */
  add(account: number, file: StoredFile, request?: KeyedRequest<StoredFile> | null): Promise<void>
  get(account: number, id: string): Promise<StoredFile | null>
  /** What was made of a file; null while nothing was. */
  derived(account: number, id: string): Promise<DerivedFiles | null>
  /**
   * Adds the rows of what was made of a file, whose bytes are stored; false when the file has been deleted, or has such rows.
   * @throws {AbandonedFileError} when they have been given up
   */
  addDerived(account: number, id: string, derived: DerivedFiles): Promise<boolean>
  /**
   * Deletes the rows of the oldest uploads that no job uses, at most `limit`. The caller deletes their bytes; until it
   * has, the upload store lists them.
   * @param before those received before, in milliseconds since 1970
   * @returns their ids
   */
  removeUnused(before: number, limit: number): Promise<string[]>
  /** Deletes the row of an upload, unless a job uses it. @returns whether it did; the caller then deletes the bytes */
  removeIfUnused(id: string): Promise<boolean>
}
