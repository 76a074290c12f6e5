import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The deletions of many jobs and how far they are, and how long jobs and their audio are kept. */
export async function retention(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
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

  await schema
    .createTable('retention')
    .addColumn('account', 'integer', (c) => c.primaryKey())
    .addColumn('audio_days', 'bigint')
    .addColumn('transcript_days', 'bigint')
    .execute()
  for (const days of ['audio_days', 'transcript_days'] as const) {
    await schema.alterTable('jobs').addColumn(days, 'bigint').execute()
    const hasEnded = sql`completed_at is not null ${days === 'audio_days' ? sql`and file_id is not null` : sql``}`
    await sql`create index ${sql.ref(`jobs_by_end_${days}`)} on jobs (account, completed_at)
      where ${sql.ref(days)} is null and ${hasEnded}`.execute(db)
    await sql`create index ${sql.ref(`jobs_by_own_${days}`)} on jobs ((completed_at + ${sql.ref(days)} * 86400000))
      where ${sql.ref(days)} >= 0 and ${hasEnded}`.execute(db)
  }
}
