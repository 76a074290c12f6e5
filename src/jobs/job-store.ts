import type { JobField, JobKind } from '../contract/common.ts'
import type { ListFilter } from '../contract/list-query.ts'
import type { StoredFile } from './stored-file.ts'

/** A job to be kept. */
export interface NewJob {
  readonly kind: JobKind
  readonly customMetadata: Record<string, unknown> | null
  /** The request with its defaults filled in, as the job shows it. */
  readonly requestParams: object
  /** The uploaded file it is about; null when the audio is still to be fetched. */
  readonly fileId: string | null
}

/** Which part of a list. */
export interface JobWindow {
  /** Jobs to pass over; not looked at when there is a cursor. */
  readonly offset: number
  readonly limit: number
  /** Where the page before ended, as that page's `next` said. */
  readonly cursor: number | null
}

/** One page of a list, newest job first. */
export interface JobPage {
  /** How many jobs match in all; null where that is not known cheaply. */
  readonly total: number | null
  /** The cursor of the page that follows; null when no job follows this page. */
  readonly next: number | null
  /** The jobs as JSON, commas between them. Those of a long page come in chunks, read as they are taken. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** Keeps jobs and lists them. A caller sees the jobs of its own account and of no other. */
export interface JobStore {
  /**
   * Keeps a job in the state queued, with its place in the queue when it is pre-recorded. Durable when it returns.
   * @throws {UnknownFileError} when the account has no such file (any more)
   */
  create(account: number, job: NewJob): Promise<{ id: string; createdAt: number }>
  /** The job as JSON, or null when the account has none of that id (and kind, where one is given). */
  get(account: number, id: string, kind: JobKind | null): Promise<Buffer | null>
  /** The jobs of a page with some of their fields, or with all of them. */
  page(account: number, filter: ListFilter, window: JobWindow, fields?: readonly JobField[]): Promise<JobPage>
  /** The id of the job's audio: null for an unknown job, `none` while it has no file. */
  fileOf(account: number, id: string, kind: JobKind | null): Promise<string | null>
  /** Sets post_session_metadata (JSON text) of a live job; false when there is no such job. */
  setPostSessionMetadata(account: number, id: string, metadata: string): Promise<boolean>
  /**
   * Forgets a finished job. A file that no other job uses is marked for removal and named in the answer.
   * Null for an unknown job; `unfinished` for one that is queued or processing, which stays.
   */
  delete(
    account: number,
    id: string,
    kind: JobKind | null,
  ): Promise<{ removedFile: string | null } | 'unfinished' | null>
}

/** The account has no file of that id. */
export class UnknownFileError extends Error {
  override readonly name = 'UnknownFileError'
}

/** The rows of received files; their bytes are the business of files/. */
export interface FileStore {
  add(account: number, file: StoredFile): Promise<void>
  get(account: number, id: string): Promise<StoredFile | null>
  /** Whether any account has the file. */
  exists(id: string): Promise<boolean>
  /** Files whose bytes are to be deleted. */
  removed(): Promise<string[]>
  /** Deletes the row of a file whose bytes are gone. */
  forget(id: string): Promise<void>
}
