import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import {
  type AttemptedDelivery,
  type ClaimedDelivery,
  type HealthChange,
  maxInProgress,
  type WaitingEndpoint,
} from '../../jobs/delivery.ts'
import type { NodeId } from '../../jobs/node.ts'
import { callbackSecrets } from '../accounts/callback-secrets.ts'
import type { Sealer } from '../accounts/sealer.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { callbackBody, callbackParts } from './callback-body.ts'
import { changeHealth, endpointOf, endpointsToChange, type HealthAfter, lockEndpoints } from './endpoints.ts'
import { armNext } from './record-deliveries.ts'

/** The deliveries that a node claims. */
export interface DeliveryClaim {
  readonly node: NodeId
  /** Maximum number of deliveries to claim, by endpoint. */
  readonly shares: ReadonlyMap<number, number>
  /** Maximum number of deliveries in progress to one endpoint, across all nodes. */
  readonly perEndpoint: number
  /** The time that `waitingEndpoints` returned. */
  readonly now: number
  /** When the leases end. */
  readonly until: number
}

/**
 * The queue of deliveries, for any number of nodes. A node holds a lease on a delivery during an attempt. When the lease ends or the node
 * is declared dead, the delivery is due again.
 */
export class DeliveryQueue {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>
  readonly #sealer: Sealer

  constructor(dialect: Dialect, sealer: Sealer) {
    this.#sealer = sealer
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * All endpoints with waiting deliveries, and the time by the clock of the database. The query jumps from endpoint to endpoint in the
   * index of due deliveries, so that its cost grows with the number of endpoints, not of deliveries.
   */
  async waitingEndpoints(): Promise<{
    readonly now: number
    readonly endpoints: readonly WaitingEndpoint[]
  }> {
    const { rows } = await sql<Selectable<Schema['endpoints']> & { due_at: number | null; now: number }>`
      with recursive waiting (endpoint) as (
        select min(endpoint) from deliveries where next_at is not null
        union all
        select (select min(endpoint) from deliveries where next_at is not null and endpoint > waiting.endpoint)
        from waiting where waiting.endpoint is not null
      )
      select endpoints.*, ${this.#dialect.now} as now, (
        select min(next_at) from deliveries where next_at is not null and deliveries.endpoint = endpoints.id
      ) as due_at
      from waiting join endpoints on endpoints.id = waiting.endpoint`.execute(this.#db)
    return {
      now: rows[0]?.now ?? Date.now(),
      endpoints: rows.flatMap(({ due_at, ...row }) =>
        due_at === null ? [] : [{ ...endpointOf(row), dueAt: due_at }],
      ),
    }
  }

  /** Leases due deliveries: for each endpoint, the most overdue ones. */
  async claim(claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
    const rows = await this.#db.transaction().execute(async (db) => {
      const ids = await dueIds(db, await this.#allowed(db, claim), claim.now, this.#dialect.locksRows)
      if (ids.length === 0) return []
      return db
        .updateTable('deliveries')
        .set({ lease: claim.node, next_at: claim.until })
        .where('id', 'in', ids)
        .where('next_at', '<=', claim.now)
        .returning([
          'id',
          'account',
          'job_id',
          'endpoint',
          'event',
          'is_ordered',
          'url',
          'method',
          'tries',
          'began_at',
          'trace',
        ])
        .execute()
    })
    if (rows.length === 0) return []
    // Outside the transaction, which has locked endpoints: transactions that end jobs lock the account before the endpoint.
    const secrets = await callbackSecrets(
      this.#db,
      this.#sealer,
      rows.map(({ account }) => account),
    )
    return rows.map(({ account, job_id, endpoint, is_ordered, tries, began_at, ...row }) => ({
      ...row,
      jobId: job_id,
      node: claim.node,
      endpoint,
      isOrdered: is_ordered === 1,
      priorAttempts: tries,
      beganAt: began_at,
      secrets: secrets.get(account) ?? [],
    }))
  }

  /** Makes leases end `leaseMs` from now, unless another node has taken them meanwhile. */
  async extend(deliveries: readonly ClaimedDelivery[], leaseMs: number): Promise<void> {
    if (deliveries.length === 0) return
    const { db, locksRows, now } = this.#dialect
    const held = db
      .selectFrom('deliveries')
      .select('id')
      .where(isLeased(deliveries))
      // A locked delivery is being recorded.
      .$if(locksRows, (query) => query.forUpdate().skipLocked())
    await db
      .updateTable('deliveries')
      .set({ next_at: sql<number>`${now} + ${leaseMs}` })
      .where('id', 'in', held)
      .execute()
  }

  /** The request body as JSON; null if the job was deleted or the lease has ended. */
  async bodyOf({ id, node }: ClaimedDelivery): Promise<string | null> {
    return callbackBody(
      callbackParts(this.#db)
        .where('deliveries.id', '=', id)
        .where('lease', '=', node)
        .where('next_at', '>', this.#dialect.now),
    )
  }

  /**
   * Records attempts and what follows from them for their deliveries and endpoints. Ignores attempts whose lease was lost: another node
   * records its own attempt.
   * @returns the endpoints whose health has changed
   */
  async record(attempted: readonly AttemptedDelivery[], healthAfter: HealthAfter): Promise<HealthChange[]> {
    return this.#db.transaction().execute(async (db) => {
      const endpoints = await endpointsToChange(db, attempted, this.#dialect.locksRows)
      const attempts = []
      const settled: AttemptedDelivery[] = []
      for (const one of attempted) {
        const row = await this.#settle(db, one)
        if (row === undefined) continue
        settled.push(one)
        const { account, attempts: number } = row
        attempts.push({ account, delivery: one.delivery.id, number, ...withoutNul(one.attempt) })
      }
      if (attempts.length > 0) await db.insertInto('delivery_attempts').values(attempts).execute()
      for (const { delivery, decision } of settled) {
        if (decision.state === 'failed' && decision.isGone) await giveUpUrl(db, delivery)
      }
      const ended = settled.filter((one) => one.delivery.isOrdered && one.decision.state !== 'waiting')
      for (const jobId of new Set(ended.map(({ delivery }) => delivery.jobId)))
        await armNext(this.#dialect, db, jobId)
      return changeHealth(db, endpoints, settled, healthAfter)
    })
  }

  /** Releases deliveries whose attempt did not complete. They are due at once. */
  async putBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    await this.#db
      .updateTable('deliveries')
      .set({ next_at: this.#dialect.now, lease: null })
      .where(isLeased(deliveries))
      .execute()
  }

  /** Marks the waiting deliveries of an endpoint as failed whose series of attempts began before a time. */
  async giveUp(endpoint: number, beganBefore: number): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      if (this.#dialect.locksRows) await lockEndpoints(db, [endpoint])
      const rows = await db
        .updateTable('deliveries')
        .set({ state: 'failed', next_at: null })
        .where('state', '=', sql.lit('waiting'))
        .where('endpoint', '=', endpoint)
        .where('began_at', '<', beganBefore)
        .where('lease', 'is', null)
        .returning(['job_id', 'is_ordered'])
        .execute()
      const ordered = rows.filter(({ is_ordered }) => is_ordered === 1)
      for (const jobId of new Set(ordered.map(({ job_id }) => job_id)))
        await armNext(this.#dialect, db, jobId)
    })
  }

  /** Ends the lease of a delivery. @returns its number of attempts; undefined if the lease was lost */
  async #settle(db: Db, { delivery, decision }: AttemptedDelivery) {
    return db
      .updateTable('deliveries')
      .set((eb) => ({
        state: decision.state,
        next_at: decision.state === 'waiting' ? decision.nextAt : null,
        lease: null,
        attempts: eb('attempts', '+', 1),
        tries: eb('tries', '+', 1),
      }))
      .where(isLeased([delivery]))
      .returning(['account', 'attempts'])
      .executeTakeFirst()
  }

  /** How many deliveries may be claimed, by endpoint. Locks the endpoints, so that the limit holds across all nodes. */
  async #allowed(db: Db, { shares, perEndpoint, now }: DeliveryClaim): Promise<Map<number, number>> {
    const endpoints = await db
      .selectFrom('endpoints')
      .select(['id', 'paused_until'])
      .where('id', 'in', [...shares.keys()])
      .$if(this.#dialect.locksRows, (query) => query.orderBy('id').forUpdate())
      .execute()
    // A separate statement sees the claims of nodes that held the lock before.
    const leases = await db
      .selectFrom('deliveries')
      .select(['endpoint', (eb) => eb.fn.countAll<number>().as('count')])
      .where('endpoint', 'in', [...shares.keys()])
      .where('lease', 'is not', null)
      .where('next_at', '>', now)
      .groupBy('endpoint')
      .execute()
    const inProgress = new Map(leases.map(({ endpoint, count }) => [endpoint, count]))
    return new Map(
      endpoints.map(({ id, paused_until }) => {
        const max = maxInProgress({ pausedUntil: paused_until }, perEndpoint, now)
        return [id, Math.min(shares.get(id) ?? 0, Math.max(0, max - (inProgress.get(id) ?? 0)))]
      }),
    )
  }
}

/** Condition that the node still holds the leases of deliveries. */
function isLeased(deliveries: readonly ClaimedDelivery[]) {
  return (eb: ExpressionBuilder<Schema, 'deliveries'>) =>
    eb.and([
      eb(
        'id',
        'in',
        deliveries.map(({ id }) => id),
      ),
      eb('lease', 'in', [...new Set(deliveries.map(({ node }) => node))]),
    ])
}

/**
 * The ids of due deliveries, which are locked if the database locks rows. Skips locked ones: a node whose leases have expired may be
 * recording them, and the two transactions would deadlock.
 * @param limits maximum number of deliveries, by endpoint
 */
async function dueIds(
  db: Db,
  limits: ReadonlyMap<number, number>,
  now: number,
  locksRows: boolean,
): Promise<string[]> {
  const lock = locksRows ? sql`for update skip locked` : sql``
  const due = [...limits].flatMap(([endpoint, limit]) =>
    limit === 0
      ? []
      : sql`select id from (
      select id from deliveries where endpoint = ${endpoint} and next_at <= ${now}
      order by next_at, position limit ${limit} ${lock}) as one`,
  )
  if (due.length === 0) return []
  const { rows } = await sql<{ id: string }>`${sql.join(due, sql` union all `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives up all other deliveries of a job to a URL that responded with 410 Gone. */
async function giveUpUrl(db: Db, { jobId, url }: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', next_at: null })
    .where('job_id', '=', jobId)
    .where('url', '=', url)
    .where('state', '=', sql.lit('waiting'))
    .where('lease', 'is', null)
    .execute()
}

/** The text type of PostgreSQL cannot hold NUL. */
function withoutNul<Row extends { answer: string | null }>(row: Row): Row {
  return { ...row, answer: row.answer?.replaceAll('\0', '\uFFFD') ?? null }
}
