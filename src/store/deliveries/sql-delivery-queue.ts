import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  ClaimedDelivery,
  DeliveryLog,
  DeliveryState,
  DeliveryStore,
  LiveDeliveryStore,
  LiveMessage,
  ReceiverHealth,
  ShownDelivery,
  TriedDelivery,
  WaitingReceiver,
} from '../../jobs/delivery-store.ts'
import { callbackSecrets } from '../accounts/callback-secrets.ts'
import type { Dialect } from '../databases/dialect.ts'
import { addLiveDeliveries, armNext } from './record-deliveries.ts'
import type { Db, Schema } from '../schema.ts'

/** Deliveries in a SQL database. */
export class SqlDeliveryStore implements DeliveryStore, DeliveryLog, LiveDeliveryStore {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean
  /** Marks what this process is trying: what it wants to say of a delivery that somebody else took over is not heard. */
  readonly #lease = randomUUID()

  constructor({ db, skipsLocked }: Dialect) {
    this.#db = db
    this.#locksRows = skipsLocked
  }

  async addLive(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const job = await db
        .selectFrom('jobs')
        .select(['id', 'account'])
        .where('id', '=', jobId)
        .executeTakeFirst()
      if (job !== undefined) await addLiveDeliveries(db, job, url, messages)
    })
  }

  /** Goes from one receiver to the next in the index of what is due: its cost is their number, not that of deliveries. */
  async waiting(): Promise<WaitingReceiver[]> {
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
      due_at === null ? [] : [{ ...receiver(row), dueAt: due_at }],
    )
  }

  async claim(wanted: ReadonlyMap<number, number>, now: number, until: number): Promise<ClaimedDelivery[]> {
    if (wanted.size === 0) return []
    return this.#db.transaction().execute(async (db) => {
      const due = [...wanted].map(
        ([of, most]) => sql`select id from (
          select id from deliveries where receiver = ${of} and next_at <= ${now}
          order by next_at, position limit ${most}) as one`,
      )
      const { rows: ids } = await sql<{ id: string }>`${sql.join(due, sql` union all `)}`.execute(db)
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('deliveries')
        .set({ lease: this.#lease, next_at: until })
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .where('next_at', '<=', now)
        .returning(['id', 'account', 'job_id', 'receiver', 'event', 'url', 'method', 'tries', 'began_at'])
        .execute()
      const secrets = await callbackSecrets(
        db,
        rows.map(({ account }) => account),
      )
      return rows.map(({ account, job_id, began_at, ...row }) => ({
        ...row,
        jobId: job_id,
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
    const what =
      row.result === null
        ? `"error":${JSON.stringify({ code: row.error_code ?? 500, message: row.error_message ?? '' })}`
        : `"payload":${row.result}`
    return `${head},${what},"custom_metadata":${row.custom_metadata ?? 'null'}}`
  }

  async record(tried: readonly TriedDelivery[], health: ReadonlyMap<number, ReceiverHealth>): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const now = Date.now()
      await this.#lockReceivers(db, tried)
      const attempts = []
      for (const one of tried) {
        const number = await this.#settle(db, one)
        if (number === null) continue
        attempts.push({ delivery: one.delivery.id, number, ...withoutNul(one.attempt) })
      }
      if (attempts.length > 0) await db.insertInto('delivery_attempts').values(attempts).execute()
      for (const { delivery, decision } of tried) {
        if (decision.state === 'failed' && decision.isGone) await giveUpOfJob(db, delivery)
      }
      const ended = tried.filter(({ decision }) => decision.state !== 'waiting')
      for (const jobId of new Set(ended.filter(isOrdered).map(({ delivery }) => delivery.jobId))) {
        await armNext(db, jobId, now)
      }
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

  async giveUp(of: number, beganBefore: number): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.#lock(db, [of])
      const rows = await db
        .updateTable('deliveries')
        .set({ state: 'failed', next_at: null })
        .where('state', '=', sql.lit('waiting'))
        .where('receiver', '=', of)
        .where('began_at', '<', beganBefore)
        .where('lease', 'is', null)
        .returning(['job_id', 'is_ordered'])
        .execute()
      const ordered = rows.filter(({ is_ordered }) => is_ordered === 1)
      for (const jobId of new Set(ordered.map(({ job_id }) => job_id))) await armNext(db, jobId, Date.now())
    })
  }

  async ofJob(
    account: number,
    jobId: string,
    { state, after, limit }: { state: DeliveryState | null; after: string | null; limit: number },
  ): Promise<ShownDelivery[] | null> {
    const job = await this.#db
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', jobId)
      .where('account', '=', account)
      .executeTakeFirst()
    if (job === undefined) return null
    const rows = await this.#shown(jobId)
      .$if(state !== null, (query) => query.where('state', '=', state))
      .$if(after !== null, (query) =>
        query.where('position', '>', (inner) =>
          inner.selectFrom('deliveries').select('position').where('id', '=', after),
        ),
      )
      .orderBy('position')
      .limit(limit)
      .execute()
    return this.#withAttempts(rows)
  }

  async one(account: number, jobId: string, id: string): Promise<ShownDelivery | null> {
    const rows = await this.#shown(jobId)
      .where('deliveries.id', '=', id)
      .where('deliveries.account', '=', account)
      .execute()
    const [shown] = await this.#withAttempts(rows)
    return shown ?? null
  }

  async redeliver(account: number, jobId: string, id: string): Promise<boolean> {
    const now = Date.now()
    return this.#db.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('deliveries')
        .select(['receiver', 'state'])
        .where('id', '=', id)
        .where('job_id', '=', jobId)
        .where('account', '=', account)
        .executeTakeFirst()
      if (row === undefined) return false
      await this.#lock(db, [row.receiver])
      await db
        .updateTable('deliveries')
        .set({ state: 'waiting', began_at: now, tries: 0, next_at: now })
        .where('id', '=', id)
        // One that is just being tried is sent again as it is.
        .where('lease', 'is', null)
        // A message whose turn has not come waits for it.
        .where((eb) => eb.or([eb('state', '<>', 'waiting'), eb('next_at', 'is not', null)]))
        .execute()
      // Somebody believes that it is well again.
      await db
        .updateTable('receivers')
        .set({ paused_until: now })
        .where('id', '=', row.receiver)
        .where('paused_until', '>', now)
        .execute()
      return true
    })
  }

  /** The end of a try; the number of that try, or null when somebody else has the delivery, or nobody any more. */
  async #settle(db: Db, { delivery, decision }: TriedDelivery): Promise<number | null> {
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

  async #lockReceivers(db: Transaction<Schema>, tried: readonly TriedDelivery[]): Promise<void> {
    const ids = tried.filter(isOrdered).map(({ delivery }) => delivery.receiver)
    await this.#lock(db, ids)
  }

  /** In one order, so that no two transactions wait for each other. */
  async #lock(db: Transaction<Schema>, receivers: readonly number[]): Promise<void> {
    if (!this.#locksRows || receivers.length === 0) return
    await db
      .selectFrom('receivers')
      .select('id')
      .where('id', 'in', [...new Set(receivers)])
      .orderBy('id')
      .forUpdate()
      .execute()
  }

  #shown(jobId: string) {
    return this.#db
      .selectFrom('deliveries')
      .innerJoin('receivers', 'receivers.id', 'deliveries.receiver')
      .select(['deliveries.id', 'event', 'url', 'method', 'state', 'created_at', 'next_at', 'lease'])
      .select(['receivers.id as receiver', 'origin', 'failures', 'failing_since', 'paused_until'])
      .where('job_id', '=', jobId)
  }

  async #withAttempts(rows: ShownRow[]): Promise<ShownDelivery[]> {
    if (rows.length === 0) return []
    const attempts = await this.#db
      .selectFrom('delivery_attempts')
      .selectAll()
      .where(
        'delivery',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('delivery')
      .orderBy('number')
      .execute()
    const ofDelivery = Map.groupBy(attempts, ({ delivery }) => delivery)
    return rows.map(({ id, event, url, method, state, created_at, next_at, lease, ...row }) => ({
      id,
      event,
      url,
      method,
      state,
      createdAt: created_at,
      // While it is tried there is no knowing.
      nextAt: lease === null ? next_at : null,
      receiver: receiver({ ...row, id: row.receiver }),
      attempts: (ofDelivery.get(id) ?? []).map(({ delivery: _of, number: _number, ...attempt }) => attempt),
    }))
  }
}

interface ShownRow {
  readonly id: string
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly state: DeliveryState
  readonly created_at: number
  readonly next_at: number | null
  readonly lease: string | null
  readonly receiver: number
  readonly origin: string
  readonly failures: number
  readonly failing_since: number | null
  readonly paused_until: number | null
}

function receiver(row: {
  id: number
  origin: string
  failures: number
  failing_since: number | null
  paused_until: number | null
}) {
  const { id, origin, failures, failing_since, paused_until } = row
  return { id, origin, failures, failingSince: failing_since, pausedUntil: paused_until }
}

const isOrdered = ({ delivery }: TriedDelivery): boolean => delivery.event.startsWith('live.')

/** Gives up whatever else of a job was to be sent to a URL that said it is gone. */
async function giveUpOfJob(db: Db, { jobId, url }: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', next_at: null })
    .where('job_id', '=', jobId)
    .where('url', '=', url)
    .where('state', '=', sql.lit('waiting'))
    .where('lease', 'is', null)
    .execute()
}

/** PostgreSQL's text takes every character but one. */
function withoutNul<Row extends { answer: string | null }>(row: Row): Row {
  return { ...row, answer: row.answer?.replaceAll('\0', '\uFFFD') ?? null }
}
