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
  /** The user whose key it is; null for a key of the account. */
  readonly user: string | null
  /** All scopes that it has. `admin` includes the others, which are listed too. */
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  /** Null if it never expires. */
  readonly expiresAt: Date | null
  /** To the minute; null if it was never used. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** A key is to be made for a user who is no member of the account. */
export class NotAMemberError extends Error {
  override readonly name = 'NotAMemberError'
}

/** A key is valid no more because its time is over. */
export class ExpiredKeyError extends Error {
  override readonly name = 'ExpiredKeyError'
}
