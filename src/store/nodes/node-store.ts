import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import type { NodeHealth, NodeState } from '../../contract/system.ts'
import type { Node, NodeId, RunningNode } from '../../jobs/node.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { waiting } from '../jobs/waiting-work.ts'

/**
 * The nodes that share the database. Each holds a lease and extends it; one whose lease has expired is marked dead by any
 * other: what it owned is released, and the others are woken for it. The row of a dead node is removed once nothing names it.
 */
export class NodeStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * Adds a node.
   * @param gone a node that is known to have ended, which is marked dead at once. A database of one process needs none: there,
   * every other node has ended
   */
  async register({ models, roles, ...node }: Node, leaseMs: number, gone: NodeId | null): Promise<void> {
    const { now, locksRows } = this.#dialect
    await this.#release(async (trx) => {
      await trx
        .insertInto('nodes')
        .values({
          ...node,
          roles: roles.join(),
          models: JSON.stringify(models),
          lease_until: sql`${now} + ${leaseMs}`,
          beat_at: now,
          started_at: now,
        })
        .execute()
      const others = await trx
        .selectFrom('nodes')
        .select('id')
        .where('id', '!=', node.id)
        .$if(locksRows, (query) => query.where('id', '=', gone).forUpdate())
        .execute()
      return others.map((other) => other.id)
    })
  }

  /**
   * Extends a node's lease and, unless that was itself late, marks the nodes dead whose leases have expired.
   * @returns what the node is to do; null when it is itself dead: it must not write any more
   */
  async beat(id: NodeId, leaseMs: number, health: NodeHealth | null): Promise<NodeState | null> {
    const { leases: db, now, locksRows } = this.#dialect
    const own = db.selectFrom('nodes').where('id', '=', id).where('dead', '=', 0)
    const before = await own.select((eb) => eb('lease_until', '-', now).as('left')).executeTakeFirst()
    const extended = await db
      .updateTable('nodes')
      .set((eb) => ({
        followed: eb.ref('state'),
        lease_until: sql`${now} + ${leaseMs}`,
        beat_at: now,
        health: health === null ? null : JSON.stringify(health),
      }))
      .where('id', '=', id)
      .where('dead', '=', 0)
      .returning('state')
      .executeTakeFirst()
    if (before === undefined || extended === undefined) return null
    // On a busy machine, or after a failure of the database, every node is late: others may be as late as this one is.
    const late = Math.max(0, leaseMs / 2 - before.left)
    await this.#release(async (trx) => {
      const expired = trx
        .selectFrom('nodes')
        .select('id')
        .where('dead', '=', 0)
        .where('lease_until', '<', sql<number>`${now} - ${late}`)
      let found = await expired.execute()
      if (locksRows && found.length > 0) {
        await endHalfSent(trx, leaseMs / 2)
        // A node may still be locked by its own transaction, which the server ends if the node is frozen.
        found = await expired.forUpdate().skipLocked().execute()
      }
      return found.map((other) => other.id)
    })
    return extended.state
  }

  /** What a node is to do; null when it is dead. */
  async state(id: NodeId): Promise<NodeState | null> {
    const found = await this.#living().select('state').where('id', '=', id).executeTakeFirst()
    return found?.state ?? null
  }

  /** Tells a node what to do from its next beat on. @returns false when there is none, or it is dead */
  async tell(id: NodeId, state: NodeState): Promise<boolean> {
    const { numUpdatedRows } = await this.#dialect.db
      .updateTable('nodes')
      .set({ state })
      .where('id', '=', id)
      .where('dead', '=', 0)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** Marks a node dead, as when it shuts down. */
  async bury(id: NodeId): Promise<void> {
    const { locksRows } = this.#dialect
    await this.#release(async (trx) => {
      const own = trx.selectFrom('nodes').select('id').where('id', '=', id)
      await own.$if(locksRows, (query) => query.forUpdate()).execute()
      return [id]
    })
  }

  /** The nodes that were not found dead, in the order of their start. */
  async running(): Promise<RunningNode[]> {
    const { now, locksRows } = this.#dialect
    const isLate = sql<SqlBool>`${now} - beat_at > (lease_until - beat_at) / 2`
    const owned = (
      table: 'work' | 'live_sessions' | 'uploads' | 'deliveries',
      owner: 'owner' | 'lease' = 'owner',
    ) => sql<number | string>`(select count(*) from ${sql.table(table)} where ${sql.ref(owner)} = nodes.id)`
    const rows = await this.#living()
      .select([
        'id',
        'roles',
        'version',
        'host',
        'pid',
        'started_at',
        'state',
        'followed',
        'beat_at',
        'health',
      ])
      .select([
        isLate.as('is_late'),
        owned('work').as('files'),
        owned('live_sessions').as('sessions'),
        owned('deliveries', 'lease').as('callbacks'),
        owned('uploads').as('uploads'),
      ])
      .orderBy('started_at')
      .orderBy('id')
      .execute()
    return rows.map(({ roles, started_at, followed, beat_at, is_late, sessions, health, ...node }) => ({
      ...node,
      roles: roles.split(','),
      startedAt: started_at,
      hasFollowed: followed === node.state,
      beatAt: beat_at,
      // The only node of a database for one process does not extend its lease.
      isLate: locksRows && Boolean(is_late),
      files: Number(node.files),
      liveSessions: Number(sessions),
      callbacks: Number(node.callbacks),
      uploads: Number(node.uploads),
      health: JSON.parse(health ?? 'null') as NodeHealth | null,
    }))
  }

  /** The node that started first, of those whose leases are valid. */
  async first(): Promise<NodeId | null> {
    const found = await this.#leased()
      .select('id')
      .orderBy('started_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return found?.id ?? null
  }

  /** Whether any node transcribes the files that wait. */
  async isAnyWorking(): Promise<boolean> {
    const found = await this.#leased()
      .select('id')
      .where('state', '=', 'running')
      .where(sql<SqlBool>`',' || roles || ',' like '%,work,%'`)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  }

  #living() {
    return this.#dialect.db.selectFrom('nodes').where('dead', '=', 0)
  }

  #leased() {
    const { now, locksRows } = this.#dialect
    return this.#living().$if(locksRows, (query) => query.where('lease_until', '>=', now))
  }

  /** @param find the nodes that have ended, locked against their own transactions (see `checkAlive`) */
  async #release(find: (trx: Transaction<Schema>) => Promise<NodeId[]>): Promise<void> {
    const { leases, wake, now } = this.#dialect
    const isAny = await leases.transaction().execute(async (trx) => {
      const ids = await find(trx)
      await release(trx, ids, now)
      return ids.length > 0
    })
    if (!isAny) return
    wake.notify('work')
    wake.notify('callbacks')
    wake.notify('released')
    wake.notify('background')
  }
}

/** Milliseconds to wait for the end of a transaction. */
const END_MS = 1_000

/**
 * Ends the transactions in which the server has waited for the rest of a statement for so long, and which have locked rows that others
 * wait for. The setting `idle_in_transaction_session_timeout` ends them only between statements: a process that is frozen
 * while it sends a large one would keep its locks for as long as it is frozen.
 */
async function endHalfSent(db: Transaction<Schema>, milliseconds: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid, ${END_MS}) from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event = 'ClientRead'
      and state_change < clock_timestamp() - ${milliseconds} * interval '1 millisecond'
      and pid in (select pid from pg_locks where relation in ('nodes'::regclass, 'accounts'::regclass))`.execute(
    db,
  )
}

/** Marks nodes dead and releases their work, deliveries and sessions; removes all dead nodes that own nothing any more. */
async function release(
  db: Transaction<Schema>,
  ids: readonly NodeId[],
  now: RawBuilder<number>,
): Promise<void> {
  if (ids.length > 0) {
    await db.updateTable('nodes').set({ dead: 1 }).where('id', 'in', ids).execute()
    await db.updateTable('work').set(waiting(now)).where('owner', 'in', ids).execute()
    await db.updateTable('deliveries').set({ next_at: now, lease: null }).where('lease', 'in', ids).execute()
    await db
      .updateTable('live_sessions')
      .set({ owner: null, asked: null })
      .where('owner', 'in', ids)
      .execute()
  }
  await db
    .deleteFrom('nodes')
    .where('dead', '=', 1)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('work').select('owner').whereRef('work.owner', '=', 'nodes.id'))),
    )
    .execute()
}
