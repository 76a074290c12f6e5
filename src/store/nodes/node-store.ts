import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import type { NodeHealth, NodeState } from '../../contract/system.ts'
import type { Node, NodeId, RunningNode } from '../../jobs/node.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { waiting } from '../jobs/waiting-work.ts'

/**
 * The nodes that share the database. Each node holds a lease and extends it. Any node may declare another dead once its lease has
 * expired: what the dead node owned is released, and the others are woken. The row of a dead node is deleted once nothing refers to it.
 */
export class NodeStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * Adds a node.
   * @param gone a node that is known to have ended, and is declared dead at once. Ignored by a database of a single process, where every
   * other node must have ended
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
   * Extends a node's lease, and declares nodes dead whose leases have expired by more than this node itself was late.
   * @returns the state requested for the node; null if it has been declared dead and must not write any more
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
    // On a busy machine or after a database failure, every node is late. Others may be as late as this one.
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
        // The node's own transaction may still lock its row. If the node is frozen, the server ends that transaction.
        found = await expired.forUpdate().skipLocked().execute()
      }
      return found.map((other) => other.id)
    })
    return extended.state
  }

  /** The state requested for a node; null if it is dead. */
  async state(id: NodeId): Promise<NodeState | null> {
    const found = await this.#living().select('state').where('id', '=', id).executeTakeFirst()
    return found?.state ?? null
  }

  /** Requests a state, which the node adopts at its next beat. @returns false if the node does not exist or is dead */
  async tell(id: NodeId, state: NodeState): Promise<boolean> {
    const { numUpdatedRows } = await this.#dialect.db
      .updateTable('nodes')
      .set({ state })
      .where('id', '=', id)
      .where('dead', '=', 0)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** Declares a node dead, for example when it shuts down. */
  async bury(id: NodeId): Promise<void> {
    const { locksRows } = this.#dialect
    await this.#release(async (trx) => {
      const own = trx.selectFrom('nodes').select('id').where('id', '=', id)
      await own.$if(locksRows, (query) => query.forUpdate()).execute()
      return [id]
    })
  }

  /** The nodes that have not been declared dead, in the order of their start. */
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
      // The node of a single-process database does not extend its lease.
      isLate: locksRows && Boolean(is_late),
      files: Number(node.files),
      liveSessions: Number(sessions),
      callbacks: Number(node.callbacks),
      uploads: Number(node.uploads),
      health: JSON.parse(health ?? 'null') as NodeHealth | null,
    }))
  }

  /** The node with a valid lease that has been running longest. */
  async first(): Promise<NodeId | null> {
    const found = await this.#leased()
      .select('id')
      .orderBy('started_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return found?.id ?? null
  }

  /** Whether any node is processing waiting files. */
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

  /** @param find finds the nodes that have ended, and locks them against their own transactions (see `checkAlive`) */
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

/** Milliseconds to wait until a backend has ended. */
const END_MS = 1_000

/**
 * Terminates connections that hold locks and whose client has not sent the rest of a statement for this long. The setting
 * `idle_in_transaction_session_timeout` only applies between statements: a process that is frozen while it sends a large statement would
 * otherwise keep its locks until it continues.
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

/** Declares nodes dead and releases their work, deliveries and sessions. Deletes all dead nodes that no longer own anything. */
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
