import type { Caller } from './account-store.ts'

/** Milliseconds after which a session that is not used ends. */
export const SESSION_MS = 30 * 24 * 3_600_000

/** Sessions that a key may have at a time. */
export const MAX_SESSIONS = 100

/** A key that signed in to the console. */
export interface Session extends Caller {
  readonly accountName: string
  readonly keyName: string
  readonly expiresAt: Date
}

/** Sessions of the console. One ends with its key, at once. */
export interface SessionStore {
  /** Begins a session of a key, and ends those beyond MAX_SESSIONS that were not used for the longest time. The token is returned here and cannot be read again. */
  begin(caller: Caller): Promise<string>
  /** The session with that token, which is extended; null when it was ended, has expired, or its key was revoked or has expired. */
  find(token: string): Promise<Session | null>
  /** @returns whose session it was; null if there was none */
  end(token: string): Promise<Pick<Caller, 'account' | 'key'> | null>
}
