import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** A table of bytes without a row of a file takes the place of the mark on rows whose bytes are to be deleted. */
export async function uploads(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('uploads')
    .addColumn('file', 'text', (c) => c.primaryKey())
    .addColumn('owner', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into uploads (file, owner, created_at) select id, null, created_at from files where removed = 1`.execute(
    db,
  )
  await sql`delete from files where removed = 1`.execute(db)
  // Before the column that they use.
  await schema.dropIndex('files_removed').execute()
  await schema.dropIndex('files_unused').execute()
  await schema.alterTable('files').dropColumn('removed').execute()
  await schema
    .createIndex('files_unused')
    .on('files')
    .column('created_at')
    .where(sql.ref('jobs'), '=', sql.lit(0))
    .execute()
}
