import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { TraceContext } from './job.ts'
import type { NodeId } from './node.ts'
import type { StoredFile } from './stored-file.ts'

/**
 * The next step of a pre-recorded job: its audio is fetched, then transcribed. `idle`: it is transcribed again when nothing else is to be
 * transcribed.
 */
export type WorkStage = 'fetch' | 'transcribe' | 'idle'

/** The right of a node to work on a job, until its lease expires or the job ends. */
export interface Claim {
  readonly jobId: string
  readonly node: NodeId
  /** Counts the claims of the job, by any node and at any stage. */
  readonly epoch: number
}

/** A pre-recorded job that has been claimed. */
export interface Work extends Claim {
  readonly account: number
  /** How many times the job was claimed at this stage, this time included. */
  readonly attempts: number
  /** Null if this version of the service cannot read them. */
  readonly requestParams: PreRecordedParams | null
  /** Whether the job is done, and its audio is transcribed again. */
  readonly isAgain: boolean
  /** Null at the stage `fetch`, and for a job whose audio has expired. */
  readonly file: StoredFile | null
  readonly trace: TraceContext
  /** Since when it waited for this claim, in milliseconds since 1970; since its creation, for a job without a trace. */
  readonly waitingSince: number
}

/** What is done for a job: its audio is fetched, its speech recognised, its transcript enriched. */
export type Stage = 'fetching' | 'recognising' | 'enriching'

export interface Progress {
  readonly stage: Stage
  /** Of the work from recognition on, 0–1; never decreases. */
  readonly fraction: number
  /** Seconds until the job ends; null while no rate is measured. */
  readonly etaSeconds: number | null
}

/** How a job ends. */
export type Outcome<Result = TranscriptionResult> =
  | {
      readonly status: 'done'
      readonly result: Result
      /** What its speakers can be told apart again by, if they were told apart. */
      readonly voices?: Uint8Array | undefined
    }
  /** `code` is like an HTTP status, 400–599; `message` is one sentence for the owner of the job. */
  | { readonly status: 'error'; readonly code: number; readonly message: string }
