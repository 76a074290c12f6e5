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

/** What a new key may do, and for how long. */
export interface KeyGrant {
  /** DEFAULT_SCOPES by default. */
  readonly scopes?: readonly Scope[]
  /** Null, the default, for a key that never expires. */
  readonly expiresAt?: Date | null
}

/** A key is valid no more because its time is over. */
export class ExpiredKeyError extends Error {
  override readonly name = 'ExpiredKeyError'
}

/** A key that was just created. */
export interface NewKey {
  readonly id: string
  /** The key itself, which cannot be read again. */
  readonly key: string
  readonly createdAt: Date
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

/** What an account used on a UTC day. */
export interface DayUsage {
  /** Days since 1970. */
  readonly day: number
  /** How many were created. */
  readonly jobs: number
  /** How many ended in error. */
  readonly failed: number
  /** Milliseconds of audio of those that were done. */
  readonly audioMs: number
}

/** Accounts, their keys, the secrets that sign their callbacks, and what they use. */
export interface AccountStore {
  /**
   * The account of a key; null when the key is unknown or revoked.
   * @throws {ExpiredKeyError} when it has expired
   */
  authenticate(key: string): Promise<Caller | null>
  /** The id of the account with that name, which is created if there is none. */
  ensureAccount(name: string): Promise<number>
  /** The id of the account with that name; null if there is none. */
  findAccount(name: string): Promise<number | null>
  /** Creates a key for an account. */
  createKey(account: number, name: string, grant?: KeyGrant): Promise<NewKey>
  /**
   * Adds a given key to an account, unless that key exists already, gives it the name and every scope, and revokes the
   * account's other keys with one of the names `replaced`. A key that was replaced may be given again.
   * @returns whether the key is valid: false when it was revoked by its id, or is a key of another account
   */
  ensureKey(account: number, name: string, key: string, replaced?: readonly string[]): Promise<boolean>
  /** The number of accounts with a valid key. */
  count(): Promise<number>
  /** Every key, oldest first. */
  listKeys(): Promise<KeyInfo[]>
  /** The keys of an account that were not revoked, oldest first; those that have expired are among them. */
  accountKeys(account: number): Promise<KeyInfo[]>
  /** Revokes a key by its id, at once; false when there is no such key or it was revoked before. */
  revokeKey(id: string): Promise<boolean>
  /** What the account's callbacks are signed with: the current secret, then the previous one while it is in use. */
  callbackSecrets(account: number): Promise<readonly string[]>
  /** Gives the account a new secret, and returns it. Callbacks are signed with the previous one too for a day. */
  rotateCallbackSecret(account: number): Promise<string>
  /**
   * What the account used from one day to another, both included, in days since 1970, oldest first. Days on which nothing
   * happened are absent.
   */
  usage(account: number, from: number, to: number): Promise<DayUsage[]>
}
