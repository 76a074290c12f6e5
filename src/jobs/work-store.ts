import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { StoredFile } from './stored-file.ts'

/** A job that somebody is working on. */
export interface Work {
  readonly jobId: string
  readonly account: number
  /** How often the job was begun, this time included. */
  readonly attempts: number
  readonly requestParams: PreRecordedParams
  /** Null while its audio is still to be fetched. */
  readonly file: StoredFile | null
}

/** How a job ends. */
export type Outcome<Result = TranscriptionResult> =
  | { readonly status: 'done'; readonly result: Result }
  /** `code` is like an HTTP status, 400–599; `message` is one sentence for the owner of the job. */
  | { readonly status: 'error'; readonly code: number; readonly message: string }

/** The life of a job: queued → processing → done or error, and never back. */
export interface WorkStore {
  /**
   * Takes the oldest job that is not finished and not in `held` (what the caller is working on), marks it processing
   * and counts the attempt. A job that was processing when the service died is taken up again this way.
   */
  claim(held: Iterable<string>): Promise<Work | null>
  /** Gives a job its fetched file. */
  attachFile(jobId: string, file: StoredFile): Promise<void>
  /** Ends a job, exactly once: false when it had ended before, and then nothing is changed. */
  finish(jobId: string, outcome: Outcome): Promise<boolean>
  /** Undoes the count of an attempt that was ended by a shutdown and not by the job. */
  putBack(jobId: string): Promise<void>
}
