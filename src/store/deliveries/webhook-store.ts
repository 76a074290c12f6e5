import { type Kysely, sql, type Transaction } from 'kysely'
import type { Webhooks } from '../../contract/settings.ts'
import { DAY_MS } from '../../contract/usage.ts'
import { storedSetting } from '../accounts/settings-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { webhookKey } from './report-events.ts'

/** Milliseconds for which deliveries of webhooks are kept. Unlike callbacks, they are not deleted with their jobs. */
const KEPT_MS = 30 * DAY_MS

/** Deliveries deleted per transaction, for which other changes of the account's jobs have to wait. */
const BATCH = 500

/** Deletes deliveries of webhooks, which report-events.ts records. */
export class WebhookStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * Deletes the deliveries of webhooks that the account has removed or whose URL it has changed. On return, only deliveries that are
   * being sent may still arrive.
   */
  async dropRemoved(account: number): Promise<void> {
    for (let after: string | null = ''; after !== null;) after = await this.#dropAfter(account, after)
  }

  /** Deletes deliveries of all accounts that are older than 30 days. @returns whether there may be more */
  async removeOld(): Promise<boolean> {
    const found = await this.#db
      .selectFrom('deliveries')
      .select(['account', 'id'])
      // A literal, not a parameter: otherwise SQLite cannot tell that the partial index applies.
      .where('webhook', 'is not', sql.lit(null))
      .where('created_at', '<', Date.now() - KEPT_MS)
      // A waiting delivery this old has been requested again.
      .where('state', '<>', 'waiting')
      .limit(BATCH)
      .execute()
    for (const [account, old] of Map.groupBy(found, (delivery) => delivery.account))
      await this.#db.transaction().execute(async (db) => this.#remove(db, account, old))
    return found.length === BATCH
  }

  /**
   * Deletes some deliveries of the next webhook, if that was removed.
   * @param after the key of the previous webhook
   * @returns the `after` of the next call; null if there are no further webhooks
   */
  async #dropAfter(account: number, after: string): Promise<string | null> {
    return this.#db.transaction().execute(async (db) => {
      // Transactions that report events lock the account before they read its webhooks, so removed ones get no new deliveries.
      await db
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', account)
        .$if(this.#dialect.locksRows, (query) => query.forUpdate())
        .execute()
      const deliveries = db.selectFrom('deliveries').where('account', '=', account)
      const next = await deliveries
        .select('webhook')
        .where('webhook', '>', after)
        .orderBy('webhook')
        .limit(1)
        .executeTakeFirst()
      if (next === undefined) return null
      const { json } = await storedSetting(db, account, 'webhooks')
      const { items } = JSON.parse(json ?? '{"items":[]}') as Webhooks
      if (items.some((one) => webhookKey(one) === next.webhook)) return next.webhook
      const some = deliveries.select('id').where('webhook', '=', next.webhook).limit(BATCH)
      await this.#remove(db, account, await some.execute())
      return after
    })
  }

  /** Deletes deliveries, except for those with an attempt that is being recorded. */
  async #remove(
    db: Transaction<Schema>,
    account: number,
    deliveries: readonly { readonly id: string }[],
  ): Promise<void> {
    const { rows, locksRows } = this.#dialect
    const free = db
      .selectFrom('deliveries')
      .select('id')
      .where('account', '=', account)
      .where('id', 'in', sql<string>`(select id from ${rows({ id: 'text' }, deliveries)})`)
      .$if(locksRows, (query) => query.forUpdate().skipLocked())
    const removed = await db
      .deleteFrom('deliveries')
      .where('account', '=', account)
      .where('id', 'in', free)
      .returning('id')
      .execute()
    // After the deliveries: whoever records an attempt holds the lock of its delivery.
    await db
      .deleteFrom('delivery_attempts')
      .where('account', '=', account)
      .where('delivery', 'in', sql<string>`(select id from ${rows({ id: 'text' }, removed)})`)
      .execute()
  }
}
