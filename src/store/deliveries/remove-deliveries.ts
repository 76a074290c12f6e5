import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'

/** Deletes the callbacks of jobs and their attempts, but not the deliveries of webhooks. */
export async function removeDeliveries(
  { rows }: Dialect,
  db: Db,
  account: number,
  jobs: readonly { readonly id: string }[],
): Promise<void> {
  const ids = sql<string>`(select id from ${rows({ id: 'text' }, jobs)})`
  await db
    .deleteFrom('delivery_attempts')
    .where('account', '=', account)
    .where('delivery', 'in', (query) =>
      query
        .selectFrom('deliveries')
        .select('id')
        .where('account', '=', account)
        .where('job_id', 'in', ids)
        .where('webhook', 'is', null),
    )
    .execute()
  await db
    .deleteFrom('deliveries')
    .where('account', '=', account)
    .where('job_id', 'in', ids)
    .where('webhook', 'is', null)
    .execute()
}
