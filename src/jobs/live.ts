import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult } from '../contract/result.ts'
import type { KeyedRequest } from './idempotency.ts'
import type { CreatedJob, TraceContext } from './job.ts'
import type { NodeId } from './node.ts'
import type { Outcome } from './work.ts'

/** A live session that has not ended. */
export interface OpenSession {
  readonly jobId: string
  readonly account: number
  /** The node that has the session open; null if none has. */
  readonly owner: NodeId | null
  /** Whether a client has ever connected. */
  readonly isStarted: boolean
  /** Whether the key that created it was revoked or has expired, or its user may no longer open sessions. */
  readonly isRevoked: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: LiveParams | null
  readonly trace: TraceContext
}

/** A live job to create. */
export interface NewLiveJob {
  readonly customMetadata: Record<string, unknown> | null
  readonly params: LiveParams
  /** Whether the request opted out of the account's vocabulary. */
  readonly withoutVocabulary?: boolean
  /** Id of the key that creates it, which limits the validity of the token; null if no key is used. */
  readonly key: string | null
  /** Id of the user who creates it. The token is valid for as long as the user may open sessions. */
  readonly user?: string | null
  /** The request that creates the job, if it has an idempotency key. */
  readonly request?: KeyedRequest<CreatedJob> | null
  readonly trace?: TraceContext
}

/** How a live job ends. */
export type LiveOutcome = Outcome<LiveResult>

/** A message of a live session for its callback URL. */
export interface LiveMessage {
  /** Identifies the message within its session, however often it is recorded. */
  readonly key: string
  readonly type: string
  /** The message, as JSON. */
  readonly text: string
}

/** The last messages of a session. The transaction that ends the session records their deliveries. */
export interface LastMessages {
  readonly url: string
  readonly messages: readonly LiveMessage[]
}

/** A request to the owner of a session from another node, which has the client, or a request to cancel the session. */
export type LiveRequest = 'release' | 'cancel'

/** The total audio that an open session has received. */
export interface ReceivedAudio {
  readonly jobId: string
  readonly seconds: number
  readonly bytes: number
}

/** This node may not write to the session, because another node owns it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError'
}

/** The logs of a session that this node owns. */
export interface KeptLogs {
  readonly audio: KeptLog
  readonly journal: KeptLog
  /** Resolves when no background writes are in progress. Another node may then open the logs. */
  close(): Promise<void>
}

/** A range of positions that a log lacks. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** An append-only log of bytes, addressed by positions that begin at 0. */
export interface KeptLog {
  /** The size in bytes. Call it before anything is appended. */
  size(): Promise<number>
  /** The ranges before a position that were lost with the last commits of a failed primary, in ascending order. */
  gaps(to: number): Promise<Gap[]>
  /** Passes the bytes between two positions to `write`, in order. Starts over from the first if the store was unavailable meanwhile. */
  copy(from: number, to: number, write: (position: number, bytes: Uint8Array) => Promise<void>): Promise<void>
  /**
   * Appends bytes at the end or in a gap. Resolves once they are committed, after everything that was appended to any log before.
   * @throws {NotOwnerError} if this node was declared dead, or another has taken the session
   */
  append(position: number, bytes: Uint8Array): Promise<void>
  /**
   * Removes everything from a position on.
   * @throws {NotOwnerError} if this node was declared dead, or another has taken the session
   */
  truncate(position: number): Promise<void>
}
