import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  AttemptedDelivery,
  ClaimedDelivery,
  DeliveryQueue,
  WaitingEndpoint,
} from '../../jobs/delivery-queue.ts'
import type { EndpointHealth } from '../../jobs/delivery.ts'
import { callbackSecrets } from '../accounts/callback-secrets.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { endpointOf, lockEndpoints } from './endpoints.ts'
import { armNext } from './record-deliveries.ts'

/** The queue of deliveries in a SQL database. */
export class SqlDeliveryQueue implements DeliveryQueue {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean
  /** Marks the deliveries claimed by this process: a result for one that another process has taken over is dropped. */
  readonly #lease = randomUUID()

  constructor({ db, locksRows }: Dialect) {
    this.#db = db
    this.#locksRows = locksRows
  }

  /** Jumps from endpoint to endpoint in the index of due deliveries: the cost grows with endpoints, not deliveries. */
  async waitingEndpoints(): Promise<WaitingEndpoint[]> {
    const { rows } = await sql<Selectable<Schema['receivers']> & { due_at: number | null }>`
      with recursive waiting (receiver) as (
        select min(receiver) from deliveries where next_at is not null
        union all
        select (select min(receiver) from deliveries where next_at is not null and receiver > waiting.receiver)
        from waiting where waiting.receiver is not null
      )
      select receivers.*, (
        select min(next_at) from deliveries where next_at is not null and deliveries.receiver = receivers.id
      ) as due_at
      from waiting join receivers on receivers.id = waiting.receiver`.execute(this.#db)
    return rows.flatMap(({ due_at, ...row }) =>
      due_at === null ? [] : [{ ...endpointOf(row), dueAt: due_at }],
    )
  }

  async claim(wanted: ReadonlyMap<number, number>, now: number, until: number): Promise<ClaimedDelivery[]> {
    if (wanted.size === 0) return []
    return this.#db.transaction().execute(async (db) => {
      const ids = await dueIds(db, wanted, now)
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('deliveries')
        .set({ lease: this.#lease, next_at: until })
        .where('id', 'in', ids)
        .where('next_at', '<=', now)
        .returning(['id', 'account', 'job_id', 'receiver', 'event', 'url', 'method', 'tries', 'began_at'])
        .execute()
      const accounts = rows.map(({ account }) => account)
      const secrets = await callbackSecrets(db, accounts)
      return rows.map(({ account, job_id, receiver, tries, began_at, ...row }) => ({
        ...row,
        jobId: job_id,
        endpoint: receiver,
        priorAttempts: tries,
        beganAt: began_at,
        secrets: secrets.get(account) ?? [],
      }))
    })
  }

  async bodyOf({ id, jobId, event }: ClaimedDelivery): Promise<string | null> {
    const row = await this.#db
      .selectFrom('deliveries')
      .innerJoin('jobs', 'jobs.id', 'deliveries.job_id')
      .leftJoin('job_results', (join) =>
        join
          .onRef('job_results.account', '=', 'jobs.account')
          .onRef('job_results.ordinal', '=', 'jobs.ordinal')
          .on('deliveries.payload', 'is', null),
      )
      .select(['payload', 'result', 'custom_metadata', 'error_code', 'error_message'])
      .where('deliveries.id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return null
    const head = `{"id":"${jobId}","event":"${event}"`
    if (row.payload !== null) return `${head},"payload":${row.payload}}`
    const outcome =
      row.result === null
        ? `"error":${JSON.stringify({ code: row.error_code ?? 500, message: row.error_message ?? '' })}`
        : `"payload":${row.result}`
    return `${head},${outcome},"custom_metadata":${row.custom_metadata ?? 'null'}}`
  }

  async record(
    attempted: readonly AttemptedDelivery[],
    health: ReadonlyMap<number, EndpointHealth>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const now = Date.now()
      const ordered = attempted.filter(isOrdered)
      await this.#lock(
        db,
        ordered.map(({ delivery }) => delivery.endpoint),
      )
      const attempts = []
      for (const one of attempted) {
        const number = await this.#settle(db, one)
        if (number === null) continue
        attempts.push({ delivery: one.delivery.id, number, ...withoutNul(one.attempt) })
      }
      if (attempts.length > 0) await db.insertInto('delivery_attempts').values(attempts).execute()
      for (const { delivery, decision } of attempted) {
        if (decision.state === 'failed' && decision.isGone) await giveUpUrl(db, delivery)
      }
      const ended = ordered.filter(({ decision }) => decision.state !== 'waiting')
      for (const jobId of new Set(ended.map(({ delivery }) => delivery.jobId))) await armNext(db, jobId, now)
      for (const [id, { failures, failingSince, pausedUntil }] of health) {
        await db
          .updateTable('receivers')
          .set({ failures, failing_since: failingSince, paused_until: pausedUntil })
          .where('id', '=', id)
          .execute()
      }
    })
  }

  async putBack(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#db
      .updateTable('deliveries')
      .set({ next_at: Date.now(), lease: null })
      .where('id', 'in', ids)
      .where('lease', '=', this.#lease)
      .execute()
  }

  async recover(): Promise<void> {
    await this.#db
      .updateTable('deliveries')
      .set({ next_at: Date.now(), lease: null })
      .where('state', '=', sql.lit('waiting'))
      .where('lease', 'is not', null)
      .execute()
  }

  async giveUp(endpoint: number, beganBefore: number): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.#lock(db, [endpoint])
      const rows = await db
        .updateTable('deliveries')
        .set({ state: 'failed', next_at: null })
        .where('state', '=', sql.lit('waiting'))
        .where('receiver', '=', endpoint)
        .where('began_at', '<', beganBefore)
        .where('lease', 'is', null)
        .returning(['job_id', 'is_ordered'])
        .execute()
      const ordered = rows.filter(({ is_ordered }) => is_ordered === 1)
      for (const jobId of new Set(ordered.map(({ job_id }) => job_id))) await armNext(db, jobId, Date.now())
    })
  }

  /** Ends the lease of a delivery; returns the number of the attempt, or null when the lease was lost. */
  async #settle(db: Db, { delivery, decision }: AttemptedDelivery): Promise<number | null> {
    const row = await db
      .updateTable('deliveries')
      .set((eb) => ({
        state: decision.state,
        next_at: decision.state === 'waiting' ? decision.nextAt : null,
        lease: null,
        attempts: eb('attempts', '+', 1),
        tries: eb('tries', '+', 1),
      }))
      .where('id', '=', delivery.id)
      .where('lease', '=', this.#lease)
      .returning('attempts')
      .executeTakeFirst()
    return row?.attempts ?? null
  }

  async #lock(db: Db, endpoints: readonly number[]): Promise<void> {
    if (this.#locksRows) await lockEndpoints(db, endpoints)
  }
}

async function dueIds(db: Db, wanted: ReadonlyMap<number, number>, now: number): Promise<string[]> {
  const due = [...wanted].map(
    ([endpoint, limit]) => sql`select id from (
      select id from deliveries where receiver = ${endpoint} and next_at <= ${now}
      order by next_at, position limit ${limit}) as one`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(due, sql` union all `)}`.execute(db)
  return rows.map(({ id }) => id)
}

const isOrdered = ({ delivery }: AttemptedDelivery): boolean => delivery.event.startsWith('live.')

/** Gives up everything else of a job that was to be sent to a URL that responded 410 Gone. */
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

/** PostgreSQL's text holds every character but NUL. */
function withoutNul<Row extends { answer: string | null }>(row: Row): Row {
  return { ...row, answer: row.answer?.replaceAll('\0', '\uFFFD') ?? null }
}
