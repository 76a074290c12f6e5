import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The deliveries in progress by endpoint, so that the limit for an endpoint holds over all processes. */
export async function accountKeys({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createIndex('deliveries_leased')
    .on('deliveries')
    .columns(['receiver', 'next_at'])
    .where(sql.ref('lease'), 'is not', sql.lit(null))
    .execute()
}
