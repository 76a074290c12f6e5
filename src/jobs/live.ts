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
  /** The node that has it open; null while none has. */
  readonly owner: NodeId | null
  /** Whether a client has ever connected. */
  readonly isStarted: boolean
  /** Whether the key that created it was revoked or has expired, or its user may open no sessions any more. */
  readonly isRevoked: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: LiveParams | null
  readonly trace: TraceContext
}

/** What a live job is created from. */
export interface NewLiveJob {
  readonly customMetadata: Record<string, unknown> | null
  readonly params: LiveParams
  /** Set where the request does without the vocabulary of the account. */
  readonly withoutVocabulary?: boolean
  /** Id of the key that creates it: the token is valid for as long as the key; null for a token without a key. */
  readonly key: string | null
  /** Id of the user who creates it: the token is valid for as long as the user may open sessions. */
  readonly user?: string | null
  /** The request for it, if that has an idempotency key. */
  readonly request?: KeyedRequest<CreatedJob> | null
  readonly trace?: TraceContext
}

/** How a live job ends. */
export type LiveOutcome = Outcome<LiveResult>

/** A message of a live session, to be delivered to its callback URL. */
export interface LiveMessage {
  /** Identifies the message within its session; the same each time it is recorded. */
  readonly key: string
  readonly type: string
  /** The message, as JSON. */
  readonly text: string
}

/** The last messages of a session, recorded for delivery in the transaction that ends it. */
export interface LastMessages {
  readonly url: string
  readonly messages: readonly LiveMessage[]
}

/** What the owner of a session is asked to do by another node, which has the client or the request to cancel. */
export type LiveRequest = 'release' | 'cancel'

/** What an open session has received in all. */
export interface ReceivedAudio {
  readonly jobId: string
  readonly seconds: number
  readonly bytes: number
}

/** This node may not write to the session (any more): another one continues it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError'
}

/** The logs of a session that this node owns. */
export interface KeptLogs {
  readonly audio: KeptLog
  readonly journal: KeptLog
  /** Settles when nothing is written in the background any more; another node may then open them. */
  close(): Promise<void>
}

/** Positions between which a log has nothing. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** Bytes at positions, from 0 on. */
export interface KeptLog {
  /** How many bytes it has. To be called before anything is appended. */
  size(): Promise<number>
  /** What it lacks before a position, as a primary of the database was lost with its last commits; ascending. */
  gaps(to: number): Promise<Gap[]>
  /** Passes the bytes between two positions on to `write`, in order; from the first again when the store was unavailable meanwhile. */
  copy(from: number, to: number, write: (position: number, bytes: Uint8Array) => Promise<void>): Promise<void>
  /**
   * Appends bytes at its end, or in a gap. Settles when they are committed, after everything that was appended before to any log.
   * @throws {NotOwnerError} when this node was declared dead, or another has taken the session
   */
  append(position: number, bytes: Uint8Array): Promise<void>
  /**
   * Removes everything from a position on.
   * @throws {NotOwnerError} when this node was declared dead, or another has taken the session
   */
  truncate(position: number): Promise<void>
}
