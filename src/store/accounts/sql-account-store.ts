import { hash, randomBytes, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { AccountStore, Caller, KeyInfo } from '../../jobs/account-store.ts'
import { callbackSecrets, rotateSecret } from './callback-secrets.ts'
import { prepared } from '../databases/prepared.ts'
import type { Schema } from '../schema.ts'

/**
 * Accounts and their keys. A key is 256 random bits, so its plain SHA-256 is as good as any slower hash: there is
 * nothing to guess. It is looked up by that hash, so no comparison ever runs over the key's own characters.
 */
export class SqlAccountStore implements AccountStore {
  readonly #db: Kysely<Schema>
  readonly #callerBy: (values: { hash: string }) => Promise<Caller[]>
  /**
   * Look-ups that wait for the end of this turn of the event loop, by hash: requests that come in one turn with one key
   * share one, made after the last of them came, and so never tell any of them what is not true any more. A
   * look-up for each request took 60 of the 155 µs of processor time that a request for a kept page cost.
   */
  readonly #lookups = new Map<string, Promise<Caller | null>>()

  constructor(db: Kysely<Schema>) {
    this.#db = db
    this.#callerBy = prepared(db, (value) =>
      db
        .selectFrom('keys')
        .innerJoin('accounts', 'accounts.id', 'keys.account')
        .select(['accounts.id as account', 'accounts.revision'])
        .where('keys.hash', '=', value('hash'))
        .where('keys.revoked_at', 'is', null),
    )
  }

  /** Whose key it is; null for a key that is unknown or revoked. */
  async authenticate(key: string): Promise<Caller | null> {
    const keyHash = hashOf(key)
    let caller = this.#lookups.get(keyHash)
    if (caller === undefined) {
      caller = this.#lookUp(keyHash)
      this.#lookups.set(keyHash, caller)
    }
    return caller
  }

  async #lookUp(keyHash: string): Promise<Caller | null> {
    await setImmediate()
    // Whoever comes from now on might be told what was true before.
    this.#lookups.delete(keyHash)
    const [caller] = await this.#callerBy({ hash: keyHash })
    return caller ?? null
  }

  /** The account of that name, made if there is none. */
  async ensureAccount(name: string): Promise<number> {
    await this.#db
      .insertInto('accounts')
      .values({ name, created_at: Date.now(), last_ordinal: 0, last_created_at: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const { id } = await this.#db
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return id
  }

  /** Makes a key for an account. The answer is the only place it is ever shown. */
  async createKey(account: number, name: string): Promise<string> {
    const key = randomBytes(32).toString('base64url')
    await this.#addKey(account, name, key)
    return key
  }

  /** Lets the account in by a key that was chosen elsewhere. Does nothing when it is known already. */
  async ensureKey(account: number, name: string, key: string): Promise<void> {
    await this.#addKey(account, name, key)
  }

  async #addKey(account: number, name: string, key: string): Promise<void> {
    await this.#db
      .insertInto('keys')
      .values({
        id: randomUUID(),
        account,
        name,
        hash: hashOf(key),
        created_at: Date.now(),
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }

  /** Every key, oldest first. */
  async listKeys(): Promise<KeyInfo[]> {
    const rows = await this.#db
      .selectFrom('keys')
      .innerJoin('accounts', 'accounts.id', 'keys.account')
      .select(['keys.id', 'accounts.name as account', 'keys.name', 'keys.created_at', 'keys.revoked_at'])
      .orderBy('keys.created_at')
      .execute()
    return rows.map(({ id, account, name, created_at, revoked_at }) => ({
      id,
      account,
      name,
      createdAt: new Date(created_at),
      revokedAt: revoked_at === null ? null : new Date(revoked_at),
    }))
  }

  /** Revokes a key by its id, at once; false when there is none of that id or it was revoked before. */
  async revokeKey(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('keys')
      .set({ revoked_at: Date.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** What the account's callbacks are signed with, the present secret first. */
  async callbackSecrets(account: number): Promise<readonly string[]> {
    return (await callbackSecrets(this.#db, [account])).get(account) ?? []
  }

  /** Gives the account another secret to sign callbacks with; the one before stays in use, too, for a while. */
  async rotateCallbackSecret(account: number): Promise<string> {
    return rotateSecret(this.#db, account)
  }
}

function hashOf(key: string): string {
  return hash('sha256', key)
}
