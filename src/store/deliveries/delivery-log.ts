import type { Kysely } from 'kysely'
import { type DeliveryState, deliveryState } from '../../contract/deliveries.ts'
import type { LoggedDelivery } from '../../jobs/delivery.ts'
import type { Dialect } from '../databases/dialect.ts'
import { hasJob } from '../jobs/change-job.ts'
import type { Schema } from '../schema.ts'
import { callbackBody, callbackParts, endBody } from './callback-body.ts'
import { endpointOf, lockEndpoints } from './endpoints.ts'

/** The part of a list of deliveries to read. */
export interface DeliveryWindow {
  /** Null for any state. */
  readonly state: DeliveryState | null
  /** Id of the last delivery of the previous page; null for the first page. */
  readonly after: string | null
  readonly limit: number
}

/** The deliveries of jobs, as their owner sees them. */
export class DeliveryLog {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /** The deliveries of a job, oldest first; null if the account has no such job. */
  async ofJob(
    account: number,
    jobId: string,
    { state, after, limit }: DeliveryWindow,
  ): Promise<LoggedDelivery[] | null> {
    if (!(await hasJob(this.#db, account, jobId))) return null
    const query = rowsOf(this.#db)
      .where('job_id', '=', jobId)
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

  /**
   * The deliveries of an account, or of one of its jobs, newest first.
   * @returns `no job` or `no delivery` if the account does not have the job or the delivery `after`
   */
  async ofAccount(
    account: number,
    { jobId, state, after, limit }: DeliveryWindow & { readonly jobId: string | null },
  ): Promise<LoggedDelivery[] | 'no job' | 'no delivery'> {
    if (jobId !== null && !(await hasJob(this.#db, account, jobId))) return 'no job'
    const before = after === null ? null : await this.#positionOf(account, after)
    if (before === undefined) return 'no delivery'
    // Each range is read from an index, however many deliveries have other states or belong to other jobs.
    const ranges =
      jobId === null
        ? (state === null ? deliveryState.options : [state]).map((one) => ({ account, state: one }))
        : [{ job_id: jobId, ...(state !== null && { state }) }]
    const positions = ranges
      .map((range) =>
        this.#db
          .selectFrom('deliveries')
          .select('position')
          .where((eb) => eb.and(range))
          .$if(before !== null, (rows) => rows.where('position', '<', before))
          .orderBy('position', 'desc')
          .limit(limit),
      )
      .map((newest) => this.#db.selectFrom(newest.as('newest')).select('position'))
      .reduce((all, others) => all.unionAll(others))
    return this.#withAttempts(
      rowsOf(this.#db).where('position', 'in', positions).orderBy('position', 'desc').limit(limit),
    )
  }

  /** A delivery; null if the job has none with this id. */
  async one(account: number, jobId: string, id: string): Promise<LoggedDelivery | null> {
    const query = rowsOf(this.#db)
      .where('job_id', '=', jobId)
      .where('deliveries.id', '=', id)
      .where('deliveries.account', '=', account)
    const [delivery] = await this.#withAttempts(query)
    return delivery ?? null
  }

  /**
   * The body that an attempt would send now. The end of a job has a body even if its request names no callback URL and so no delivery is
   * recorded: its id is `<job>_end`, or `<job>_end_session` for a live session.
   * @returns null if the job has no delivery with this id
   */
  async bodyOf(account: number, jobId: string, id: string): Promise<string | null> {
    const recorded = await callbackBody(
      callbackParts(this.#db)
        .where('deliveries.id', '=', id)
        .where('deliveries.job_id', '=', jobId)
        .where('deliveries.account', '=', account),
    )
    return recorded ?? endBody(this.#db, account, jobId, id)
  }

  /** Makes a delivery due now, with a new series of attempts. @returns false if the job has no delivery with this id */
  async redeliver(account: number, jobId: string, id: string): Promise<boolean> {
    const { now, locksRows } = this.#dialect
    return this.#db.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('deliveries')
        .select('endpoint')
        .where('id', '=', id)
        .where('job_id', '=', jobId)
        .where('account', '=', account)
        .executeTakeFirst()
      if (row === undefined) return false
      if (locksRows) await lockEndpoints(db, [row.endpoint])
      await db
        .updateTable('deliveries')
        .set({ state: 'waiting', began_at: now, tries: 0, next_at: now })
        .where('id', '=', id)
        // If an attempt is in progress, it counts as the redelivery.
        .where('lease', 'is', null)
        // A message that waits for an earlier one of its session keeps waiting.
        .where((eb) => eb.or([eb('state', '<>', 'waiting'), eb('next_at', 'is not', null)]))
        .execute()
      // The owner expects the endpoint to work again.
      await db
        .updateTable('endpoints')
        .set({ paused_until: now })
        .where('id', '=', row.endpoint)
        .where('paused_until', '>', now)
        .execute()
      return true
    })
  }

  async #positionOf(account: number, id: string): Promise<number | undefined> {
    const delivery = await this.#db
      .selectFrom('deliveries')
      .select('position')
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return delivery?.position
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
      jobId: row.job_id,
      event: row.event,
      url: row.url,
      method: row.method,
      state: row.state,
      createdAt: row.created_at,
      // During a lease, `next_at` is its end.
      nextAt: row.lease === null ? row.next_at : null,
      endpoint: endpointOf({ ...row, id: row.endpoint }),
      attempts: (ofDelivery.get(row.id) ?? []).map(
        ({ account: _account, delivery: _delivery, number: _number, ...attempt }) => attempt,
      ),
    }))
  }
}

function rowsOf(db: Kysely<Schema>) {
  return db
    .selectFrom('deliveries')
    .innerJoin('endpoints', 'endpoints.id', 'deliveries.endpoint')
    .select(['deliveries.id', 'job_id', 'event', 'url', 'method', 'state', 'created_at', 'next_at', 'lease'])
    .select(['endpoints.id as endpoint', 'origin', 'failures', 'failing_since', 'paused_until'])
}
