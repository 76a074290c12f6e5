import type { Kysely } from 'kysely'
import type { DeliveryLog, LoggedDelivery } from '../../jobs/delivery-log.ts'
import type { DeliveryState } from '../../jobs/delivery.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { endpointOf, lockEndpoints } from './endpoints.ts'

/** The log of deliveries in a SQL database. */
export class SqlDeliveryLog implements DeliveryLog {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean

  constructor({ db, locksRows }: Dialect) {
    this.#db = db
    this.#locksRows = locksRows
  }

  async ofJob(
    account: number,
    jobId: string,
    { state, after, limit }: { state: DeliveryState | null; after: string | null; limit: number },
  ): Promise<LoggedDelivery[] | null> {
    const job = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', jobId)
      .where('account', '=', account)
      .executeTakeFirst()
    if (job === undefined) return null
    const query = rowsOf(this.#db, jobId)
      .$if(state !== null, (rows) => rows.where('state', '=', state))
      .$if(after !== null, (rows) =>
        rows.where('position', '>', (eb) =>
          eb.selectFrom('deliveries').select('position').where('id', '=', after),
        ),
      )
      .orderBy('position')
      .limit(limit)
    return this.#withAttempts(query)
  }

  async one(account: number, jobId: string, id: string): Promise<LoggedDelivery | null> {
    const query = rowsOf(this.#db, jobId)
      .where('deliveries.id', '=', id)
      .where('deliveries.account', '=', account)
    const [delivery] = await this.#withAttempts(query)
    return delivery ?? null
  }

  async redeliver(account: number, jobId: string, id: string): Promise<boolean> {
    const now = Date.now()
    return this.#db.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('deliveries')
        .select('receiver')
        .where('id', '=', id)
        .where('job_id', '=', jobId)
        .where('account', '=', account)
        .executeTakeFirst()
      if (row === undefined) return false
      if (this.#locksRows) await lockEndpoints(db, [row.receiver])
      await db
        .updateTable('deliveries')
        .set({ state: 'waiting', began_at: now, tries: 0, next_at: now })
        .where('id', '=', id)
        // An attempt in progress is the redelivery.
        .where('lease', 'is', null)
        // A message that waits for an earlier one of its session goes on waiting.
        .where((eb) => eb.or([eb('state', '<>', 'waiting'), eb('next_at', 'is not', null)]))
        .execute()
      // The owner expects the endpoint to work again.
      await db
        .updateTable('receivers')
        .set({ paused_until: now })
        .where('id', '=', row.receiver)
        .where('paused_until', '>', now)
        .execute()
      return true
    })
  }

  async #withAttempts(query: ReturnType<typeof rowsOf>): Promise<LoggedDelivery[]> {
    const rows = await query.execute()
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const attempts = await this.#db
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery', 'in', ids)
      .orderBy('delivery')
      .orderBy('number')
      .execute()
    const ofDelivery = Map.groupBy(attempts, ({ delivery }) => delivery)
    return rows.map((row) => ({
      id: row.id,
      event: row.event,
      url: row.url,
      method: row.method,
      state: row.state,
      createdAt: row.created_at,
      // While it is leased, `next_at` is the end of the lease.
      nextAt: row.lease === null ? row.next_at : null,
      endpoint: endpointOf({ ...row, id: row.receiver }),
      attempts: (ofDelivery.get(row.id) ?? []).map(
        ({ account: _account, delivery: _delivery, number: _number, ...attempt }) => attempt,
      ),
    }))
  }
}

function rowsOf(db: Kysely<Schema>, jobId: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('receivers', 'receivers.id', 'deliveries.receiver')
    .select(['deliveries.id', 'event', 'url', 'method', 'state', 'created_at', 'next_at', 'lease'])
    .select(['receivers.id as receiver', 'origin', 'failures', 'failing_since', 'paused_until'])
    .where('job_id', '=', jobId)
}
