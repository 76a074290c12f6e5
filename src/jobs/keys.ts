import type { Scope } from '../contract/scopes.ts'

/** Names of the configured key, which no other key has: where it comes from. */
export const KEY_NAMES = { variable: 'SERVICE_KEY', file: 'service-key' } as const

const RESERVED_NAMES: readonly string[] = Object.values(KEY_NAMES)

/** Whether only the configured key may have this name. */
export const isReservedName = (name: string): boolean => RESERVED_NAMES.includes(name)

/** A key as it can be displayed: everything but the key itself. */
export interface KeyInfo {
  readonly id: string
  /** Name of the account. */
  readonly account: string
  readonly name: string
  /** All scopes that it has. `admin` includes the others, which are listed too. */
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  /** Null if it never expires. */
  readonly expiresAt: Date | null
  /** To the minute; null if it was never used. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** A key is valid no more because its time is over. */
export class ExpiredKeyError extends Error {
  override readonly name = 'ExpiredKeyError'
}

/** The account that a request was authenticated for. */
export interface Caller {
  readonly account: number
  /** The id of the key. */
  readonly key: string
  readonly scopes: readonly Scope[]
  /** Requests that the account may send in a minute; null for no limit. */
  readonly requestsPerMinute: number | null
  /** Changes whenever a job of the account does: while it is the same, so is every list of them. */
  readonly jobChanges: number
}

/** Milliseconds after which a session of the console that is not used ends. */
export const CONSOLE_SESSION_MS = 30 * 24 * 3_600_000
