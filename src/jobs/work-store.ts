import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { StoredFile } from './stored-file.ts'

/** What is to be done next for a pre-recorded job: to fetch its audio, then to transcribe it. */
export type WorkStage = 'fetch' | 'transcribe'

/** A pre-recorded job that has been claimed. */
export interface Work {
  readonly jobId: string
  readonly account: number
  /** How many times the job was claimed at this stage, this time included. */
  readonly attempts: number
  /** Null if this version of the service cannot read them. */
  readonly requestParams: PreRecordedParams | null
  /** Null at the stage `fetch`. */
  readonly file: StoredFile | null
}

/** How a job ends. */
export type Outcome<Result = TranscriptionResult> =
  | { readonly status: 'done'; readonly result: Result }
  /** `code` is like an HTTP status, 400–599; `message` is one sentence for the owner of the job. */
  | { readonly status: 'error'; readonly code: number; readonly message: string }

/** The life of a pre-recorded job: queued → processing → done or error; never back. */
export interface WorkStore {
  /**
   * Claims the oldest unfinished job, of one stage and account if given, that is not in `held` (the jobs the caller is
   * working on), marks it processing and counts the attempt. A job that was processing when the service died is claimed
   * again this way.
   */
  claim(
    held: Iterable<string>,
    of?: { readonly stage: WorkStage; readonly account: number },
  ): Promise<Work | null>
  /** The accounts with unfinished jobs at a stage, also of jobs that someone is working on. */
  accounts(stage: WorkStage): Promise<number[]>
  /**
   * How many older jobs of the account wait for the same stage as a job; null for one that was claimed at its stage, has
   * ended, or has more than 10,000 before it.
   */
  queuePosition(jobId: string): Promise<number | null>
  /**
   * Gives a job its fetched file, which is then to be transcribed: attempts are counted from 0 again.
   * @returns false when the job has ended, and then nothing is changed
   */
  attachFile(jobId: string, file: StoredFile): Promise<boolean>
  /**
   * Ends a job, exactly once: false when it had ended before, and then nothing is changed.
   * @param isReported whether its callback, if it has one, is recorded in the same transaction; true by default
   */
  finish(jobId: string, outcome: Outcome, isReported?: boolean): Promise<boolean>
  /** Uncounts an attempt that was ended by a shutdown and not by the job. */
  putBack(jobId: string): Promise<void>
}
