import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The deletions of many jobs, and how far they are. */
export async function retention({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('deletions')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('filter', 'text')
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('matched', 'bigint')
    .addColumn('deleted', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_by', 'bigint', (c) => c.notNull())
    .addColumn('advanced_at', 'bigint', (c) => c.notNull())
    .addColumn('completed_at', 'bigint')
    .addPrimaryKeyConstraint('deletions_pkey', ['account', 'id'])
    .execute()
  await schema.createIndex('deletions_by_age').on('deletions').columns(['account', 'created_at']).execute()
  await schema
    .createIndex('deletions_running')
    .on('deletions')
    .column('advanced_at')
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute()
}
