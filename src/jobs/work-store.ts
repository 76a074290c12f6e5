import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { NodeId } from './node-store.ts'
import type { StoredFile } from './stored-file.ts'
import type { TraceContext } from './trace-context.ts'

/** The next step of a pre-recorded job: its audio is fetched, then transcribed. */
export type WorkStage = 'fetch' | 'transcribe'

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
  /** Null at the stage `fetch`. */
  readonly file: StoredFile | null
  readonly trace: TraceContext
  /** Since when it waited for this claim, in milliseconds since 1970; since its creation, for a job without a trace. */
  readonly waitingSince: number
}

/** What a node claims. */
export interface ClaimOptions {
  readonly stage: WorkStage
  /** Milliseconds until the job is released, unless `beat` extends the lease. */
  readonly leaseMs: number
  /** Most jobs of one account transcribed at a time, by all nodes, where the account has no limit of its own; no limit by default. */
  readonly perAccount?: number | null
  /** Accounts whose jobs are not claimed. */
  readonly except?: readonly number[]
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
  | { readonly status: 'done'; readonly result: Result }
  /** `code` is like an HTTP status, 400–599; `message` is one sentence for the owner of the job. */
  | { readonly status: 'error'; readonly code: number; readonly message: string }

/** What the whole service has to do. */
export interface Load {
  /** Jobs that are queued. */
  readonly waiting: number
  /** Jobs that are being processed. */
  readonly running: number
  /** When the oldest job was created that waits for its next stage, in milliseconds since 1970; null when none waits. */
  readonly oldestWaitingAt: number | null
  /** Callbacks not yet delivered; counted up to 100,000. */
  readonly callbacks: number
}

/**
 * The life of a pre-recorded job: queued → processing → done or error; never back. A node claims a job and writes about it
 * only as long as the claim is its own: once the job was released or has ended, each write is refused and changes nothing.
 */
export interface WorkStore {
  /**
   * Claims a waiting job of a stage, marks it processing and counts the attempt. Next is the account with the fewest jobs in
   * progress at the stage, over all nodes; among these, accounts take turns; of an account, the job with the highest
   * priority, then the oldest. Of 200 accounts or more, each claim considers the next 200.
   */
  claim(node: NodeId, of: ClaimOptions): Promise<Work | null>
  /**
   * Extends the leases of what a node works on and stores how far it is.
   * @returns the claims that are no longer the node's: the job was released, or has ended
   */
  beat(claims: readonly (Claim & { readonly progress: Progress | null })[], leaseMs: number): Promise<Claim[]>
  /** Releases the jobs of other nodes whose leases have expired. @returns how many */
  releaseExpired(node: NodeId): Promise<number>
  /** How far the job is, as its owner last stored it; null for one that nobody works on. */
  progress(jobId: string): Promise<Progress | null>
  /**
   * How many jobs of the account wait for the same stage as a job and are claimed before it; null for one that does not wait,
   * or has more than 10,000 before it.
   */
  queuePosition(jobId: string): Promise<number | null>
  /** What is left to do for all accounts, without live sessions. Its time does not grow with the number of jobs. */
  load(): Promise<Load>
  /**
   * Gives a job its fetched file, which is then to be transcribed by any node: attempts are counted from 0 again.
   * @returns false when the claim is lost
   * @throws {LimitError} when the account has reached a limit
   */
  attachFile(claim: Claim, file: StoredFile): Promise<boolean>
  /**
   * Ends a job, exactly once.
   * @param job its claim; or its id, to end it whichever node works on it
   * @param isReported whether its callback, if it has one, is recorded in the same transaction; true by default
   * @returns false when the claim is lost, or the job had ended before
   */
  finish(job: Claim | string, outcome: Outcome, isReported?: boolean): Promise<boolean>
  /** Releases a job, and uncounts the attempt: it was ended by a shutdown and not by the job. @returns false when the claim is lost */
  putBack(claim: Claim): Promise<boolean>
}
