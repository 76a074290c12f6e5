import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The uploads that no job uses, by age. */
export async function unusedFiles(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('files_unused')
    .on('files')
    .column('created_at')
    .where(sql.ref('jobs'), '=', sql.lit(0))
    .where(sql.ref('removed'), '=', sql.lit(0))
    .execute()
}
