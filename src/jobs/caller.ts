import type { Scope } from '../contract/scopes.ts'
import type { Who } from '../contract/who.ts'

/** What a request was authenticated as. */
export interface Caller {
  readonly account: number
  readonly who: Who
  /** Id of the key that was sent, or that signed in to the console; null for a user who signed in. */
  readonly key: string | null
  /** Id of the user who signed in, or whose key it is; null for a key of the account. */
  readonly user: string | null
  readonly scopes: readonly Scope[]
  /** Requests that the account may send in a minute; null for no limit. */
  readonly requestsPerMinute: number | null
  /** Changes whenever a job of the account does: while it is the same, so is every list of them. */
  readonly jobChanges: number
}

/** Whoever uses the command line. */
export const OPERATOR: Who = { kind: 'operator', id: null, name: 'command line' }

/** Milliseconds after which a session of the console that is not used ends. */
export const CONSOLE_SESSION_MS = 30 * 24 * 3_600_000
