import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What an account administers beside its jobs: its callbacks over all jobs, and its keys. */
export async function admin({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createIndex('deliveries_by_account')
    .on('deliveries')
    .columns(['account', 'state', 'position'])
    .execute()
  await schema
    .alterTable('keys')
    .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
