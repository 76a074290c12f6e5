import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Live sessions: their tokens, and which of them are open. */
export async function live({ schema }: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  await schema
    .createTable('live_sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('job_id', 'text', (c) => c.notNull().unique())
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('ended', 'integer', (c) => c.notNull().defaultTo(0))
    .modifyEnd(clustered)
    .execute()
  await schema
    .createIndex('live_sessions_open')
    .on('live_sessions')
    .column('account')
    .where(sql.ref('ended'), '=', sql.lit(0))
    .execute()
}
