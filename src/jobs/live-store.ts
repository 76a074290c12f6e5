import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult } from '../contract/result.ts'
import type { StoredFile } from './stored-file.ts'
import type { Outcome } from './work-store.ts'

/** A live session that has not ended. */
export interface OpenSession {
  readonly jobId: string
  /** SHA-256 of the token in the session's URL, hex. */
  readonly tokenHash: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Whether a client has ever connected. */
  readonly isStarted: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: LiveParams | null
}

/** What a live job is created from. */
export interface NewLiveJob {
  readonly customMetadata: Record<string, unknown> | null
  readonly params: LiveParams
  /** Id of the key that creates it: the token is valid for as long as the key; null for a token without a key. */
  readonly key: string | null
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

/** The life of a live job: queued until a client connects, then processing, then done or error; never back. */
export interface LiveStore {
  /**
   * Creates a live job in status queued, and its session. Durable when it returns.
   * @param maxOpen how many sessions the account may have open at once
   * @throws {TooManySessionsError} when it has that many
   */
  begin(
    account: number,
    job: NewLiveJob,
    tokenHash: string,
    maxOpen: number,
  ): Promise<{ id: string; createdAt: number }>
  /** Marks the job processing, if it is queued. */
  start(jobId: string): Promise<void>
  /** Records messages for delivery, in order; those recorded before are skipped. Durable when it returns. */
  addMessages(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void>
  /**
   * Ends a job, exactly once: false when it had ended before, and then nothing is changed.
   * @param file its recording; null when nothing was recorded
   * @param callback its last messages, recorded for delivery in the same transaction; null for none
   */
  finish(
    jobId: string,
    outcome: LiveOutcome,
    file: StoredFile | null,
    callback?: { readonly url: string; readonly messages: readonly LiveMessage[] } | null,
  ): Promise<boolean>
  /** Every session that has not ended. */
  open(): Promise<OpenSession[]>
  /** The open sessions whose keys are revoked, by the hashes of their tokens. */
  revoked(): Promise<string[]>
  /** Why the token of a session that is not open is refused; `unknown` when no session ever had it. */
  closedReason(tokenHash: string): Promise<'over' | 'deleted' | 'revoked' | 'unknown'>
}

/** The account has as many open sessions as it may have. */
export class TooManySessionsError extends Error {
  override readonly name = 'TooManySessionsError'
}
