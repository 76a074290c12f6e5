import { sql, type SqlBool } from 'kysely'
import type { LimitName, Limits } from '../../contract/account-limits.ts'
import { AccountBeingDeletedError } from '../../jobs/deletion.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'
import { type AccountInfo, accountInfos } from './account-info.ts'
import { callbackSecrets, rotateSecret } from './callback-secrets.ts'
import { ownLimits } from './limits.ts'
import type { Sealer } from './sealer.ts'
import { keyHasEnded } from './stored-keys.ts'
import { type DayUsage, usageOf } from './daily-usage.ts'

/** Changes of an account. What is undefined stays unchanged. */
interface AccountChanges {
  /** Null for no limit, `default` for the configured one. */
  readonly limits?: { readonly [Name in LimitName]?: number | null | 'default' | undefined } | undefined
  readonly priority?: number | undefined
  readonly paused?: boolean | undefined
}

/** Accounts, their limits and usage, and the secrets that sign their callbacks. */
export class AccountStore {
  readonly #dialect: Dialect
  readonly #sealer: Sealer
  readonly #limits: Limits

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, sealer: Sealer, limits: Limits) {
    this.#dialect = dialect
    this.#sealer = sealer
    this.#limits = limits
  }

  /**
   * The id of the account with this name. Creates the account if it does not exist.
   * @throws {AccountBeingDeletedError}
   */
  async ensure(name: string): Promise<number> {
    const id = (await this.create(name)) ?? (await this.find(name))
    if (id === null) throw new AccountBeingDeletedError(name)
    return id
  }

  /** Creates an account. @returns its id; null if the name is taken, even by an account that is being deleted */
  async create(name: string): Promise<number | null> {
    return addAccount(this.#dialect.db, name)
  }

  /** The id of the account with this name; null if it does not exist or is being deleted. */
  async find(name: string): Promise<number | null> {
    const found = await this.#dialect.db
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return found?.id ?? null
  }

  /** @throws if the account does not exist */
  async get(account: number): Promise<AccountInfo> {
    const [found] = await accountInfos(this.#dialect.db, this.#limits, account)
    if (found === undefined) throw new Error('the account was deleted')
    return found
  }

  /** All accounts in the order of their names. */
  async list(): Promise<AccountInfo[]> {
    return accountInfos(this.#dialect.db, this.#limits, null)
  }

  /** Changes limits of an account, its priority, and whether it is paused. Takes effect in all processes. */
  async change(account: number, { limits, priority, paused }: AccountChanges): Promise<void> {
    const { db: database, locksRows } = this.#dialect
    const now = sql.val(Date.now())
    await database.transaction().execute(async (db) => {
      const before = await db
        .selectFrom('accounts')
        .select('limits')
        .where('id', '=', account)
        .$if(locksRows, (query) => query.forUpdate())
        .executeTakeFirstOrThrow()
      const own = { ...ownLimits(before.limits), ...limits }
      const set = Object.entries(own).filter(([, value]) => value !== 'default' && value !== undefined)
      await db
        .updateTable('accounts')
        .set((eb) => ({
          limits: set.length === 0 ? null : JSON.stringify(Object.fromEntries(set)),
          ...(priority !== undefined && { priority }),
          // Pausing it again keeps the time of the first pause.
          ...(paused !== undefined && { paused_at: paused ? eb.fn.coalesce('paused_at', now) : null }),
        }))
        .where('id', '=', account)
        .execute()
    })
  }

  /** How often the jobs of each account have changed, by account id; without deleted accounts. */
  async jobChanges(accounts: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#dialect.db
      .selectFrom('accounts')
      .select(['id', 'job_changes'])
      .where(sql<SqlBool>`id in ${this.#dialect.ordinals(accounts)}`)
      .where('deleted_at', 'is', null)
      .execute()
    return new Map(rows.map(({ id, job_changes }) => [id, job_changes]))
  }

  /** The number of accounts with a valid key. */
  async count(): Promise<number> {
    const { count } = await this.#dialect.db
      .selectFrom('keys')
      .select((eb) => eb.fn.count<number | string>('account').distinct().as('count'))
      .where((eb) => eb.not(keyHasEnded()))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The secrets that sign the account's callbacks: the current one, then the previous one while it is in use. */
  async callbackSecrets(account: number): Promise<readonly string[]> {
    return (await callbackSecrets(this.#dialect.db, this.#sealer, [account])).get(account) ?? []
  }

  /** Gives the account a new secret and returns it. For a day, callbacks are signed with the previous one too. */
  async rotateCallbackSecret(account: number): Promise<string> {
    return rotateSecret(this.#dialect.db, this.#sealer, account)
  }

  /**
   * The usage of the account from one day to another, both inclusive, in days since 1970, oldest first. Days without usage are
   * omitted.
   */
  async usage(account: number, from: number, to: number): Promise<DayUsage[]> {
    return usageOf(this.#dialect.db, account, from, to)
  }
}

/** Adds an account. @returns its id; null if the name is taken */
export async function addAccount(db: Db, name: string): Promise<number | null> {
  const added = await db
    .insertInto('accounts')
    .values({ name, created_at: Date.now(), last_ordinal: 0, last_created_at: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}
