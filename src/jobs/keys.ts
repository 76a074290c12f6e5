import type { Scope } from '../contract/scopes.ts'

/** Names of the configured key, by where it comes from. No other key may have them. */
export const KEY_NAMES = { variable: 'SERVICE_KEY', file: 'service-key' } as const

const RESERVED_NAMES: readonly string[] = Object.values(KEY_NAMES)

/** Whether only the configured key may have this name. */
export const isReservedName = (name: string): boolean => RESERVED_NAMES.includes(name)

/** Everything about a key except its secret. */
export interface KeyInfo {
  readonly id: string
  /** Name of the account. */
  readonly account: string
  readonly name: string
  /** The user who owns the key; null for a key of the account. */
  readonly user: string | null
  /** All scopes of the key. `admin` includes the others, which are listed too. */
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  /** Null if it never expires. */
  readonly expiresAt: Date | null
  /** With a precision of one minute; null if it was never used. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** A key was requested for a user who is not a member of the account. */
export class NotAMemberError extends Error {
  override readonly name = 'NotAMemberError'
}

/** The key has expired. */
export class ExpiredKeyError extends Error {
  override readonly name = 'ExpiredKeyError'
}
