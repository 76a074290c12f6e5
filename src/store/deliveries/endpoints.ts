/** Callback endpoints: rows of the table `receivers`, one for each account and origin. */
import type { Selectable } from 'kysely'
import type { Endpoint } from '../../jobs/delivery.ts'
import type { Db, Schema } from '../schema.ts'

export function endpointOf(row: Omit<Selectable<Schema['receivers']>, 'account'>): Endpoint {
  const { id, origin, failures, failing_since, paused_until } = row
  return { id, origin, failures, failingSince: failing_since, pausedUntil: paused_until }
}

/** The endpoint of a URL, created if there is none, and locked until the transaction ends. */
export async function ensureEndpoint(db: Db, account: number, url: string): Promise<number> {
  const { origin } = new URL(url)
  const { id } = await db
    .insertInto('receivers')
    .values({ account, origin, failures: 0, failing_since: null, paused_until: null })
    .onConflict((conflict) => conflict.columns(['account', 'origin']).doUpdateSet({ origin }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks endpoints until the transaction ends; in order of their ids, so that no two transactions deadlock. */
export async function lockEndpoints(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('receivers')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}
