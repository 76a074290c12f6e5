import type { Scope } from '../contract/scopes.ts'
import type { Who } from '../contract/who.ts'

/** The authenticated identity of a request. */
export interface Caller {
  readonly account: number
  readonly who: Who
  /** Id of the key that was sent or that signed in to the console; null for a user who signed in. */
  readonly key: string | null
  /** Id of the user who signed in or who owns the key; null for a key of the account. */
  readonly user: string | null
  readonly scopes: readonly Scope[]
  /** How many requests per minute the account may send; null for no limit. */
  readonly requestsPerMinute: number | null
  /** Changes whenever a job of the account changes: while it stays the same, so does every list of the account's jobs. */
  readonly jobChanges: number
}

/** The user of the command line. */
export const OPERATOR: Who = { kind: 'operator', id: null, name: 'command line' }

/** Milliseconds after which an unused console session ends. */
export const CONSOLE_SESSION_MS = 30 * 24 * 3_600_000
