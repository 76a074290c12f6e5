import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { highestRole } from '../../contract/roles.ts'
import { DEFAULT_SCOPES, type Scope, SCOPES } from '../../contract/scopes.ts'
import { type KeyInfo, NotAMemberError } from '../../jobs/keys.ts'
import { newToken } from '../../jobs/token.ts'
import type { Dialect } from '../databases/dialect.ts'
import { roleFrom } from '../people/memberships.ts'
import { lockUser } from '../people/stored-users.ts'
import type { Db, Schema } from '../schema.ts'
import type { LastUses } from './last-uses.ts'
import type { Sealer } from './sealer.ts'
import { keyScopes, scopesIn, storedScopes } from './stored-keys.ts'

/** What a new key may do, and for how long. */
export interface KeyGrant {
  /** `DEFAULT_SCOPES` by default. */
  readonly scopes?: readonly Scope[]
  /** Null, the default, for a key that never expires. */
  readonly expiresAt?: Date | null
  /** The user who owns the key; null, the default, for a key of the account. */
  readonly user?: string | null
}

/** A key that was just created. */
export interface NewKey {
  readonly id: string
  /** The key itself, which cannot be read again. */
  readonly key: string
  readonly createdAt: Date
}

/** The keys of accounts and of their members. */
export class KeyStore {
  readonly #db: Kysely<Schema>
  readonly #sealer: Sealer
  readonly #lastUses: LastUses

  /** @param lastUses is written before keys are listed */
  constructor({ db }: Dialect, sealer: Sealer, lastUses: LastUses) {
    this.#db = db
    this.#sealer = sealer
    this.#lastUses = lastUses
  }

  /**
   * Creates a key for an account.
   * @throws {NotAMemberError} if the user who is to own it is no longer a member
   */
  async create(account: number, name: string, grant: KeyGrant = {}): Promise<NewKey> {
    const key = newToken()
    const { user = null } = grant
    return this.#db.transaction().execute(async (db) => {
      if (user !== null && !((await lockUser(db, user)) && (await roleFrom(db, account, user)) !== null))
        throw new NotAMemberError('the user is no member of the account')
      return { key, ...(await addKey(db, account, name, this.#sealer.hash(key), grant)) }
    })
  }

  /**
   * Adds a given key to an account if it does not exist yet, and gives it the name and every scope. Revokes the account's other keys
   * that have one of the names `replaced`. A key that was replaced in this way can be added again.
   * @returns whether the key is valid: false if it was revoked by its id or belongs to another account
   */
  async ensure(
    account: number,
    name: string,
    key: string,
    replaced: readonly string[] = [],
  ): Promise<boolean> {
    const keyHash = this.#sealer.hash(key)
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

  /** All keys, oldest first. */
  async list(): Promise<KeyInfo[]> {
    await this.#lastUses.write()
    return this.#shown(await this.#keys().execute())
  }

  /**
   * The keys of an account that were not revoked, including expired ones, oldest first.
   * @param user only the keys of this user; null for all keys
   */
  async ofAccount(account: number, user: string | null = null): Promise<KeyInfo[]> {
    await this.#lastUses.write()
    const unrevoked = this.#keys()
      .where('keys.account', '=', account)
      .where('keys.revoked_at', 'is', null)
      .$if(user !== null, (query) => query.where('keys.user_id', '=', user))
    return this.#shown(await unrevoked.execute())
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

  /** Keys for display. Keys of users have only the scopes that the users' current roles allow. */
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

  /** Revokes a key. @returns false if there is no such key, or it has already been revoked */
  async revoke(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('keys')
      .set({ revoked_at: Date.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
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

/** Revokes the keys with these names, except for one. Removes their hashes, so that they can be added again. */
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
