import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The nodes of the service, and which of them works on which job until when. */
export async function nodes(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('nodes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('models', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addColumn('dead', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  for (const column of ['last_fetch', 'last_transcription'] as const)
    await schema
      .alterTable('accounts')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema.alterTable('accounts').addColumn('max_running', 'integer').execute()

  for (const column of ['priority', 'epoch'] as const)
    await schema
      .alterTable('work')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema.alterTable('work').addColumn('owner', 'text').execute()
  await schema.alterTable('work').addColumn('lease_until', 'bigint').execute()
  await schema.alterTable('work').addColumn('progress', 'text').execute()
  await schema.dropIndex('work_turns').execute()
  await schema
    .createIndex('work_waiting')
    .on('work')
    .columns(['has_file', 'account', 'priority desc', 'position'])
    .where(sql.ref('owner'), 'is', sql.lit(null))
    .execute()
  // As many rows as jobs are in progress. Without the lease, so that extending it changes no index.
  await schema
    .createIndex('work_running')
    .on('work')
    .columns(['has_file', 'account', 'owner'])
    .where(sql.ref('owner'), 'is not', sql.lit(null))
    .execute()
}
