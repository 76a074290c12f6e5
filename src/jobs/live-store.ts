import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult } from '../contract/result.ts'
import type { KeyedRequest } from './idempotency-store.ts'
import type { CreatedJob } from './job-store.ts'
import type { LimitError } from './limits.ts'
import type { NodeId } from './node-store.ts'
import type { StoredFile } from './stored-file.ts'
import type { TraceContext } from './trace-context.ts'
import type { Outcome } from './work-store.ts'

/** A live session that has not ended. */
export interface OpenSession {
  readonly jobId: string
  readonly account: number
  /** The node that has it open; null while none has. */
  readonly owner: NodeId | null
  /** Whether a client has ever connected. */
  readonly isStarted: boolean
  /** Whether the key that created it was revoked or has expired. */
  readonly isRevoked: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: LiveParams | null
  readonly trace: TraceContext
}

/** What a live job is created from. */
export interface NewLiveJob {
  readonly customMetadata: Record<string, unknown> | null
  readonly params: LiveParams
  /** Id of the key that creates it: the token is valid for as long as the key; null for a token without a key. */
  readonly key: string | null
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

/** What the owner of a session is asked to do by another node, which has the client or the request to cancel. */
export type LiveRequest = 'release' | 'cancel'

/** A session that its owner has to interrupt, and why. */
export interface Interruption {
  readonly jobId: string
  readonly reason: LiveRequest | 'revoked'
}

/** What an open session has received in all. */
export interface ReceivedAudio {
  readonly jobId: string
  readonly seconds: number
  readonly bytes: number
}

/** A session whose account has reached a limit. */
export interface LimitedSession {
  readonly jobId: string
  readonly error: LimitError
}

/**
 * The life of a live job: queued until a client connects, then processing, then done or error; never back. While its session is
 * open on a node, that is its owner, and no other node may open or end it. A session without an owner waits for its client, or
 * for a node that finishes it.
 */
export interface LiveStore {
  /**
   * Creates a live job in status queued, and its session. Durable when it returns.
   * @throws {LimitError} when the account has reached a limit
   * @throws {KeyUsedError} when another request with its idempotency key was first
   */
  begin(account: number, job: NewLiveJob, tokenHash: string): Promise<CreatedJob>
  /** The session that has not ended, by its job or by the hash of its token. */
  find(session: { readonly jobId: string } | { readonly tokenHash: string }): Promise<OpenSession | null>
  /**
   * Makes a node the owner, and marks the job processing if it is queued.
   * @returns false when another node is the owner, or the session has ended
   * @throws {NotOwnerError} when the node was declared dead
   */
  start(jobId: string, node: NodeId): Promise<boolean>
  /** Asks the owner of a session, if that is still its owner. */
  ask(jobId: string, owner: NodeId, request: LiveRequest): Promise<void>
  /** The sessions of a node that others ask it to interrupt, and those whose keys were revoked or have expired. */
  interruptions(node: NodeId): Promise<Interruption[]>
  /** Leaves a session without an owner. */
  release(jobId: string, node: NodeId): Promise<void>
  /**
   * Sessions without an owner that a node has to take up: those that were started, whose keys were revoked or have expired, or that no
   * client connected to.
   * @param createdBefore of those that no client connected to; milliseconds since 1970
   * @param limit how many at most
   */
  abandoned(createdBefore: number, limit: number): Promise<OpenSession[]>
  /** Records messages for delivery, in order; those recorded before are skipped. Durable when it returns. */
  addMessages(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void>
  /**
   * Ends a job, exactly once: false when it had ended before, and then nothing is changed.
   * @param node must be the owner, unless there is none, and must not have been declared dead
   * @param file its recording; null when nothing was recorded
   * @param callback its last messages, recorded for delivery in the same transaction; null for none
   * @throws {NotOwnerError}
   */
  finish(
    jobId: string,
    node: NodeId,
    outcome: LiveOutcome,
    file: StoredFile | null,
    callback?: { readonly url: string; readonly messages: readonly LiveMessage[] } | null,
  ): Promise<boolean>
  /**
   * Counts what the sessions of a node have received, where their accounts have limits.
   * @returns those that have exceeded a limit
   */
  countAudio(node: NodeId, received: readonly ReceivedAudio[]): Promise<LimitedSession[]>
  /** Whether the job has ended as cancelled. */
  isCancelled(jobId: string): Promise<boolean>
  /** Why the token of a session that is not open is refused; `unknown` when no session ever had it. */
  closedReason(tokenHash: string): Promise<'over' | 'deleted' | 'revoked' | 'unknown'>
}

/** This node may not write to the session (any more): another one continues it. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError'
}
