/** Callback endpoints: rows of the table `endpoints`, one for each account and origin. */
import type { Selectable } from 'kysely'
import type { AttemptedDelivery, Endpoint, EndpointHealth, HealthChange } from '../../jobs/delivery.ts'
import type { Db, Schema } from '../schema.ts'

/** The health of an endpoint after an attempt; the same object if nothing changes. */
export type HealthAfter = (health: EndpointHealth, isFailure: boolean) => EndpointHealth

export function endpointOf(row: Omit<Selectable<Schema['endpoints']>, 'account'>): Endpoint {
  const { id, origin, failures, failing_since, paused_until } = row
  return { id, origin, failures, failingSince: failing_since, pausedUntil: paused_until }
}

/** The endpoint of a URL. Creates it if it does not exist, and locks it until the transaction ends. */
export async function ensureEndpoint(db: Db, account: number, url: string): Promise<number> {
  const { origin } = new URL(url)
  const { id } = await db
    .insertInto('endpoints')
    .values({ account, origin, failures: 0, failing_since: null, paused_until: null })
    .onConflict((conflict) => conflict.columns(['account', 'origin']).doUpdateSet({ origin }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The endpoint of a URL. Creates it if it does not exist. Does not lock it, so that callers with several endpoints cannot deadlock. */
export async function endpointAt(db: Db, account: number, url: string): Promise<number> {
  const { origin } = new URL(url)
  const known = db
    .selectFrom('endpoints')
    .select('id')
    .where('account', '=', account)
    .where('origin', '=', origin)
  const found = await known.executeTakeFirst()
  if (found !== undefined) return found.id
  await db
    .insertInto('endpoints')
    .values({ account, origin, failures: 0, failing_since: null, paused_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await known.executeTakeFirstOrThrow()).id
}

/** Locks endpoints until the transaction ends, in the order of their ids, so that transactions do not deadlock. */
export async function lockEndpoints(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('endpoints')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Locks and returns the endpoints whose health the attempts may change, until the transaction ends. Healthy endpoints that stay healthy
 * are left out, so that most attempts lock nothing.
 */
export async function endpointsToChange(
  db: Db,
  attempted: readonly AttemptedDelivery[],
  locksRows: boolean,
): Promise<Endpoint[]> {
  const idsOf = (some: readonly AttemptedDelivery[]) => new Set(some.map(({ delivery }) => delivery.endpoint))
  const certain = idsOf(attempted.filter((one) => one.delivery.isOrdered || one.isEndpointFailure))
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', 'in', [...idsOf(attempted)])
    .where((eb) =>
      eb.or([
        eb('failures', '>', 0),
        eb('paused_until', 'is not', null),
        ...(certain.size > 0 ? [eb('id', 'in', [...certain])] : []),
      ]),
    )
    // In the order of their ids, so that transactions do not deadlock.
    .$if(locksRows, (query) => query.orderBy('id').forUpdate())
    .execute()
  return rows.map(endpointOf)
}

/** Applies attempts to the health of their endpoints, which the caller has locked. */
export async function changeHealth(
  db: Db,
  endpoints: readonly Endpoint[],
  attempted: readonly AttemptedDelivery[],
  healthAfter: HealthAfter,
): Promise<HealthChange[]> {
  const changes: HealthChange[] = []
  for (const { id, origin, ...before } of endpoints) {
    const after = attempted
      .filter(({ delivery }) => delivery.endpoint === id)
      .reduce((health, { isEndpointFailure }) => healthAfter(health, isEndpointFailure), before)
    if (after === before) continue
    const { failures, failingSince, pausedUntil } = after
    await db
      .updateTable('endpoints')
      .set({ failures, failing_since: failingSince, paused_until: pausedUntil })
      .where('id', '=', id)
      .execute()
    changes.push({ origin, before, after })
  }
  return changes
}
