import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The work queue by stage and account, so that accounts take turns at being fetched and transcribed. */
export async function workTurns(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('work')
    .addColumn('has_file', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update work set has_file = 1
    where exists (select 1 from jobs where jobs.id = work.job_id and jobs.file_id is not null)`.execute(db)
  await schema.createIndex('work_turns').on('work').columns(['has_file', 'account', 'position']).execute()
}
