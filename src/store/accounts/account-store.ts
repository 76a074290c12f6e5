import { type Kysely, sql, type SqlBool } from 'kysely'
import { AccountBeingDeletedError } from '../../jobs/deletion.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { callbackSecrets, rotateSecret } from './callback-secrets.ts'
import type { Sealer } from './sealer.ts'
import { keyHasEnded } from './stored-keys.ts'
import { type DayUsage, usageOf } from './usage.ts'

/** Accounts, the secrets that sign their callbacks, and what they use. */
export class AccountStore {
  readonly #db: Kysely<Schema>
  readonly #ordinals: Dialect['ordinals']
  readonly #sealer: Sealer

  constructor({ db, ordinals }: Dialect, sealer: Sealer) {
    this.#db = db
    this.#ordinals = ordinals
    this.#sealer = sealer
  }

  /**
   * The id of the account with that name, which is created if there is none.
   * @throws {AccountBeingDeletedError}
   */
  async ensure(name: string): Promise<number> {
    const id = (await this.create(name)) ?? (await this.find(name))
    if (id === null) throw new AccountBeingDeletedError(name)
    return id
  }

  /** Creates an account. @returns its id; null if there is one with that name, or it is being deleted */
  async create(name: string): Promise<number | null> {
    const created = await this.#db
      .insertInto('accounts')
      .values({ name, created_at: Date.now(), last_ordinal: 0, last_created_at: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id ?? null
  }

  /** The id of the account with that name; null if there is none, or it is being deleted. */
  async find(name: string): Promise<number | null> {
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

  /** The number of accounts with a valid key. */
  async count(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('keys')
      .select((eb) => eb.fn.count<number | string>('account').distinct().as('count'))
      .where((eb) => eb.not(keyHasEnded()))
      .executeTakeFirstOrThrow()
    return Number(count)
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
