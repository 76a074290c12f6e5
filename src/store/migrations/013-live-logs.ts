import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Live sessions that any node can continue: their owners, and what they recorded so far. */
export async function liveLogs(db: Kysely<Schema>, { ddl, locksRows }: Dialect): Promise<void> {
  const { schema } = db
  for (const column of ['owner', 'asked'] as const)
    await schema.alterTable('live_sessions').addColumn(column, 'text').execute()
  await schema
    .createIndex('live_sessions_owned')
    .on('live_sessions')
    .column('owner')
    .where(sql.ref('owner'), 'is not', sql.lit(null))
    .execute()
  for (const table of ['live_audio', 'live_lines'] as const)
    await schema
      .createTable(table)
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addColumn('bytes', ddl.bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['job_id', 'position'])
      .modifyEnd(ddl.clustered)
      .execute()
  await schema
    .createTable('live_segments')
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull().unique())
    .addPrimaryKeyConstraint('live_segments_key', ['job_id', 'position'])
    .modifyEnd(ddl.clustered)
    .execute()
  // Of PostgreSQL only: audio hardly compresses, so it is stored in the row as it is.
  if (locksRows)
    await sql`alter table live_audio alter bytes set storage main, set (toast_tuple_target = 8160)`.execute(
      db,
    )
}
