import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What owners note about their jobs, and revisions of transcripts. */
export async function revisions({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('jobs').addColumn('details', 'text').execute()
  await schema
    .createTable('job_revisions')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('base', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('splice', 'text', (c) => c.notNull())
    .addColumn('changes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text')
    .addPrimaryKeyConstraint('job_revisions_key', ['account', 'ordinal', 'revision'])
    .execute()
}
