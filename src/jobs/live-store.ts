import type { LiveParams } from '../contract/live-request.ts'
import type { LiveResult } from '../contract/result.ts'
import type { LiveMessage } from './delivery-store.ts'
import type { StoredFile } from './stored-file.ts'
import type { Outcome } from './work-store.ts'

/** A live session that has not ended. */
export interface OpenSession {
  readonly jobId: string
  /** SHA-256 of the token that lets a client in, hex. */
  readonly tokenHash: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Whether a client was ever connected. */
  readonly isStarted: boolean
  readonly params: LiveParams
}

/** How a live job ends. */
export type LiveOutcome = Outcome<LiveResult>

/** The life of a live job: queued until its socket opens, processing until it has ended, and never back. */
export interface LiveStore {
  /**
   * Keeps a live job in the state queued, and its session. Durable when it returns.
   * @param most how many sessions of the account may be open
   * @throws {TooManySessionsError} when as many are
   */
  begin(
    account: number,
    job: { customMetadata: Record<string, unknown> | null; params: LiveParams },
    tokenHash: string,
    most: number,
  ): Promise<{ id: string; createdAt: number }>
  /** Marks the job processing, when it is queued. */
  start(jobId: string): Promise<void>
  /**
   * Ends a job, exactly once: false when it had ended before, and then nothing is changed.
   * @param file its recording; null when nothing was recorded
   * @param told its last messages, to be delivered to its callback URL; null when there is none
   */
  finish(
    jobId: string,
    outcome: LiveOutcome,
    file: StoredFile | null,
    told?: { readonly url: string; readonly messages: readonly LiveMessage[] } | null,
  ): Promise<boolean>
  /** Every session that has not ended. */
  open(): Promise<OpenSession[]>
  /** What became of the session of a token that is not open; `unknown` when no session ever had it. */
  fate(tokenHash: string): Promise<'over' | 'deleted' | 'unknown'>
}

/** The account has as many open sessions as it may have. */
export class TooManySessionsError extends Error {
  override readonly name = 'TooManySessionsError'
}
