import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { TraceContext } from './job.ts'
import type { NodeId } from './node.ts'
import type { StoredFile } from './stored-file.ts'

/** The next step of a pre-recorded job: `fetch` its audio, then `transcribe` it. `idle` retranscribes it when no other work waits. */
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
  /** How many times the job has been claimed at this stage, including this claim. */
  readonly attempts: number
  /** Null if this version of the service cannot read them. */
  readonly requestParams: PreRecordedParams | null
  /** Whether this is a retranscription of a job that is done. */
  readonly isAgain: boolean
  /** Null at the stage `fetch`, and for a job whose audio has expired. */
  readonly file: StoredFile | null
  readonly trace: TraceContext
  /** When it began to wait for this claim, in milliseconds since 1970; for a job without a trace, when it was created. */
  readonly waitingSince: number
}

/** What a node is doing for a job: fetching its audio, recognising its speech, enriching its transcript. */
export type Stage = 'fetching' | 'recognising' | 'enriching'

export interface Progress {
  readonly stage: Stage
  /** Completed share of the work after fetching, 0–1; never decreases. */
  readonly fraction: number
  /** Estimated seconds until the job ends; null until the rate has been measured. */
  readonly etaSeconds: number | null
}

/** How a job ends. */
export type Outcome<Result = TranscriptionResult> =
  | {
      readonly status: 'done'
      readonly result: Result
      /** The voices, for telling the speakers apart again; set after diarization. */
      readonly voices?: Uint8Array | undefined
    }
  /** `code` is an HTTP status, 400–599; `message` is one sentence for the owner of the job. */
  | { readonly status: 'error'; readonly code: number; readonly message: string }
