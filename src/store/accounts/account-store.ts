import { hash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../../contract/account-limits.ts'
import { DEFAULT_SCOPES, type Scope, SCOPES } from '../../contract/scopes.ts'
import type { Who } from '../../contract/who.ts'
import { newToken } from '../../jobs/token.ts'
import type { Caller } from '../../jobs/caller.ts'
import { highestRole, type Role } from '../../contract/roles.ts'
import { AccountBeingDeletedError } from '../../jobs/deletion.ts'
import { ExpiredKeyError, type KeyInfo, NotAMemberError } from '../../jobs/keys.ts'
import { roleFrom } from '../people/memberships.ts'
import { lockUser } from '../people/stored-users.ts'
import { type DayUsage, usageOf } from './usage.ts'
import { callbackSecrets, rotateSecret } from './callback-secrets.ts'
import type { LastUses } from './last-uses.ts'
import type { Sealer } from './sealer.ts'
import { keyHasEnded, keyScopes, scopesIn, storedScopes } from './stored-keys.ts'
import { limitsFrom } from './limit-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import { prepared } from '../databases/prepared.ts'
import type { Db, Schema } from '../schema.ts'

/** What a new key may do, and for how long. */
export interface KeyGrant {
  /** DEFAULT_SCOPES by default. */
  readonly scopes?: readonly Scope[]
  /** Null, the default, for a key that never expires. */
  readonly expiresAt?: Date | null
  /** The user whose key it is; null, the default, for a key of the account. */
  readonly user?: string | null
}

/** A key that was just created. */
export interface NewKey {
  readonly id: string
  /** The key itself, which cannot be read again. */
  readonly key: string
  readonly createdAt: Date
}

/** What is stored of the caller with a key: a row for each role of the user whose key it is. */
interface StoredCaller extends Pick<Caller, 'account' | 'jobChanges' | 'user'> {
  readonly key: string
  readonly name: string
  readonly limits: string | null
  readonly scopes: string
  readonly expires_at: number | null
  readonly userName: string | null
  readonly role: Role | null
}

/** The caller with a key, and until when that is valid. */
interface KeyHolder {
  readonly key: string
  readonly caller: Caller
  readonly expiresAt: number
}

/** Callers in the cache. */
const MAX_CALLERS = 10_000

/**
 * Accounts, their keys, the secrets that sign their callbacks, and what they use. A key is looked up by its hash, so no comparison
 * runs over its own characters.
 */
export class AccountStore {
  readonly #db: Kysely<Schema>
  readonly #callerBy: (values: { hash: string }) => Promise<StoredCaller[]>
  /**
   * Look-ups that wait for the end of this turn of the event loop, by the SHA-256 of the key. Requests with one key that arrive in one turn
   * share a look-up, which runs after the last of them arrived, so its result is never stale. One for each request
   * took 60 of the 155 µs of processor time of a cached page.
   */
  readonly #lookups = new Map<string, Promise<KeyHolder | null>>()

  /** Callers by the SHA-256 of their key, each as of a version of the database. */
  readonly #callers = new LRUCache<string, { readonly holder: KeyHolder; readonly version: string }>({
    max: MAX_CALLERS,
  })
  /** By which the account of a key is cached. */
  readonly #version: Dialect['version']
  readonly #ordinals: Dialect['ordinals']
  readonly #sealer: Sealer
  readonly #lastUses: LastUses
  readonly #limits: Limits

  /**
   * @param lastUses where the use of keys is noted, and written before keys are listed
   * @param limits of accounts without limits of their own
   */
  constructor({ db, version, ordinals }: Dialect, sealer: Sealer, lastUses: LastUses, limits: Limits) {
    this.#sealer = sealer
    this.#db = db
    this.#version = version
    this.#ordinals = ordinals
    this.#lastUses = lastUses
    this.#limits = limits
    this.#callerBy = prepared(db, (value) =>
      db
        .selectFrom('keys')
        .innerJoin('accounts', 'accounts.id', 'keys.account')
        .leftJoin('users', 'users.id', 'keys.user_id')
        .leftJoin('memberships', (join) =>
          join
            .onRef('memberships.user_id', '=', 'keys.user_id')
            .onRef('memberships.account', '=', 'keys.account'),
        )
        .select([
          'accounts.id as account',
          'keys.id as key',
          'keys.name',
          'scopes',
          'expires_at',
          'accounts.job_changes as jobChanges',
          'accounts.limits',
          'keys.user_id as user',
          'users.name as userName',
          'memberships.role',
        ])
        .where('keys.hash', '=', value('hash'))
        .where('keys.revoked_at', 'is', null)
        .where('accounts.deleted_at', 'is', null),
    )
  }

  /**
   * The account of a key; null when the key is unknown or revoked.
   * @throws {ExpiredKeyError} when it has expired
   */
  async authenticate(key: string): Promise<Caller | null> {
    const keyHash = hashOf(key)
    const cached = this.#callers.get(keyHash)
    const isCurrent = cached !== undefined && cached.version === this.#version()
    const holder = isCurrent ? cached.holder : await this.#sharedLookUp(keyHash)
    if (holder === null) return null
    if (holder.expiresAt <= Date.now()) throw new ExpiredKeyError('the key has expired')
    this.#lastUses.note(holder.key)
    return holder.caller
  }

  async #sharedLookUp(keyHash: string): Promise<KeyHolder | null> {
    let holder = this.#lookups.get(keyHash)
    if (holder === undefined) {
      holder = this.#lookUp(keyHash)
      this.#lookups.set(keyHash, holder)
    }
    return holder
  }

  async #lookUp(keyHash: string): Promise<KeyHolder | null> {
    await setImmediate()
    // A request that arrives from now on needs a look-up of its own: this one could be stale for it.
    this.#lookups.delete(keyHash)
    const version = this.#version()
    const rows = await this.#callerBy({ hash: this.#sealer.hash(keyHash) })
    const [row] = rows
    if (row === undefined) return null
    const { account, key, user, jobChanges, expires_at } = row
    const { requests_per_minute: requestsPerMinute } = limitsFrom(this.#limits, row.limits)
    const role = highestRole(rows.flatMap((one) => one.role ?? []))
    const scopes = user === null ? scopesIn(row.scopes) : keyScopes(row.scopes, role)
    const caller = { account, who: whoOf(row), key, user, scopes, requestsPerMinute, jobChanges }
    const holder = { key, caller, expiresAt: expires_at ?? Infinity }
    if (version !== undefined) this.#callers.set(keyHash, { holder, version })
    return holder
  }

  /**
   * The id of the account with that name, which is created if there is none.
   * @throws {AccountBeingDeletedError}
   */
  async ensureAccount(name: string): Promise<number> {
    const id = (await this.createAccount(name)) ?? (await this.findAccount(name))
    if (id === null) throw new AccountBeingDeletedError(name)
    return id
  }

  /** Creates an account. @returns its id; null if there is one with that name, or it is being deleted */
  async createAccount(name: string): Promise<number | null> {
    const created = await this.#db
      .insertInto('accounts')
      .values({ name, created_at: Date.now(), last_ordinal: 0, last_created_at: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id ?? null
  }

  /** The id of the account with that name; null if there is none, or it is being deleted. */
  async findAccount(name: string): Promise<number | null> {
    const found = await this.#db
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return found?.id ?? null
  }

  /** How often the jobs of accounts have changed, by the ids of the accounts; without those that are gone. */
  async jobChanges(accounts: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#db
      .selectFrom('accounts')
      .select(['id', 'job_changes'])
      .where(sql<SqlBool>`id in ${this.#ordinals(accounts)}`)
      .where('deleted_at', 'is', null)
      .execute()
    return new Map(rows.map(({ id, job_changes }) => [id, job_changes]))
  }

  /**
   * Creates a key for an account.
   * @throws {NotAMemberError} when the user whose key it is to be was removed meanwhile
   */
  async createKey(account: number, name: string, grant: KeyGrant = {}): Promise<NewKey> {
    const key = newToken()
    const { user = null } = grant
    return this.#db.transaction().execute(async (db) => {
      if (user !== null && !((await lockUser(db, user)) && (await roleFrom(db, account, user)) !== null))
        throw new NotAMemberError('the user is no member of the account')
      return { key, ...(await addKey(db, account, name, this.#sealer.hash(hashOf(key)), grant)) }
    })
  }

  /**
   * Adds a given key to an account, unless that key exists already, gives it the name and every scope, and revokes the
   * account's other keys with one of the names `replaced`. A key that was replaced may be given again.
   * @returns whether the key is valid: false when it was revoked by its id, or is a key of another account
   */
  async ensureKey(
    account: number,
    name: string,
    key: string,
    replaced: readonly string[] = [],
  ): Promise<boolean> {
    const keyHash = this.#sealer.hash(hashOf(key))
    return this.#db.transaction().execute(async (db) => {
      if (replaced.length > 0) await replaceKeys(db, account, replaced, keyHash)
      await addKey(db, account, name, keyHash, { scopes: SCOPES })
      await db
        .updateTable('keys')
        .set({ name, scopes: storedScopes(SCOPES), expires_at: null })
        .where('hash', '=', keyHash)
        .where('account', '=', account)
        .execute()
      const present = await db
        .selectFrom('keys')
        .select(['account', 'revoked_at'])
        .where('hash', '=', keyHash)
        .executeTakeFirstOrThrow()
      return present.account === account && present.revoked_at === null
    })
  }

  /** The number of accounts with a valid key. */
  async count(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('keys')
      .select((eb) => eb.fn.count<number | string>('account').distinct().as('count'))
      .where((eb) => eb.not(keyHasEnded()))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** Every key, oldest first. */
  async listKeys(): Promise<KeyInfo[]> {
    await this.#lastUses.write()
    return this.#shown(await this.#keys().execute())
  }

  /**
   * The keys of an account that were not revoked, oldest first; those that have expired are among them.
   * @param user whose keys; null for those of everybody
   */
  async accountKeys(account: number, user: string | null = null): Promise<KeyInfo[]> {
    await this.#lastUses.write()
    const valid = this.#keys()
      .where('keys.account', '=', account)
      .where('keys.revoked_at', 'is', null)
      .$if(user !== null, (query) => query.where('keys.user_id', '=', user))
    return this.#shown(await valid.execute())
  }

  #keys() {
    return this.#db
      .selectFrom('keys')
      .innerJoin('accounts', 'accounts.id', 'keys.account')
      .select([
        'keys.id',
        'keys.account as accountId',
        'accounts.name as account',
        'keys.name',
        'keys.user_id as user',
        'scopes',
        'keys.created_at',
        'expires_at',
        'last_used_at',
        'revoked_at',
      ])
      .orderBy('keys.created_at')
  }

  /** Keys as they are shown: those of users with the scopes that the roles of their users still have. */
  async #shown(rows: readonly StoredKey[]): Promise<KeyInfo[]> {
    const users = [...new Set(rows.flatMap(({ user }) => user ?? []))]
    const memberships =
      users.length === 0
        ? []
        : await this.#db
            .selectFrom('memberships')
            .select(['account', 'user_id', 'role'])
            .where('user_id', 'in', users)
            .execute()
    return rows.map((row) => {
      const own = memberships.filter(
        ({ account, user_id }) => account === row.accountId && user_id === row.user,
      )
      const role = highestRole(own.map((one) => one.role))
      return keyInfo(row, row.user === null ? scopesIn(row.scopes) : keyScopes(row.scopes, role))
    })
  }

  /** Revokes a key by its id, at once; false when there is no such key or it was revoked before. */
  async revokeKey(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('keys')
      .set({ revoked_at: Date.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** What the account's callbacks are signed with: the current secret, then the previous one while it is in use. */
  async callbackSecrets(account: number): Promise<readonly string[]> {
    return (await callbackSecrets(this.#db, this.#sealer, [account])).get(account) ?? []
  }

  /** Gives the account a new secret, and returns it. Callbacks are signed with the previous one too for a day. */
  async rotateCallbackSecret(account: number): Promise<string> {
    return rotateSecret(this.#db, this.#sealer, account)
  }

  /**
   * What the account used from one day to another, both included, in days since 1970, oldest first. Days on which nothing
   * happened are absent.
   */
  async usage(account: number, from: number, to: number): Promise<DayUsage[]> {
    return usageOf(this.#db, account, from, to)
  }
}

/** Who acts with a key: the user whose key it is, or the key. */
function whoOf({ key, name, user, userName }: StoredCaller): Who {
  return user === null ? { kind: 'key', id: key, name } : { kind: 'user', id: user, name: userName ?? '' }
}

interface StoredKey {
  readonly id: string
  readonly accountId: number
  readonly account: string
  readonly name: string
  readonly user: string | null
  readonly scopes: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

function keyInfo(row: StoredKey, scopes: readonly Scope[]): KeyInfo {
  const { id, account, name, user, created_at, expires_at, last_used_at, revoked_at } = row
  return {
    ...{ id, account, name, user, scopes },
    createdAt: new Date(created_at),
    expiresAt: dateOrNull(expires_at),
    lastUsedAt: dateOrNull(last_used_at),
    revokedAt: dateOrNull(revoked_at),
  }
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

async function addKey(
  db: Db,
  account: number,
  name: string,
  keyHash: string,
  { scopes = DEFAULT_SCOPES, expiresAt = null, user = null }: KeyGrant,
): Promise<Omit<NewKey, 'key'>> {
  const [id, created_at] = [randomUUID(), Date.now()]
  await db
    .insertInto('keys')
    .values({
      id,
      account,
      user_id: user,
      name,
      hash: keyHash,
      created_at,
      revoked_at: null,
      scopes: storedScopes(scopes),
      expires_at: expiresAt?.getTime() ?? null,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return { id, createdAt: new Date(created_at) }
}

/** Revokes the keys with these names, except for one. They lose their hashes, so that they can be added again. */
async function replaceKeys(db: Db, account: number, names: readonly string[], except: string): Promise<void> {
  await db
    .updateTable('keys')
    .set((eb) => ({ revoked_at: Date.now(), hash: eb.ref('id') }))
    .where('account', '=', account)
    .where('name', 'in', names)
    .where('hash', '!=', except)
    .where('revoked_at', 'is', null)
    .execute()
}

function hashOf(key: string): string {
  return hash('sha256', key)
}
