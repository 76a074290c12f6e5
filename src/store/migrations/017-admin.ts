import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** What is administered beside jobs: callbacks over all jobs, admin keys, usage by day, and when nodes started. */
export async function admin(db: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  const { schema } = db
  await schema
    .createIndex('deliveries_by_account')
    .on('deliveries')
    .columns(['account', 'state', 'position'])
    .execute()
  await schema
    .alterTable('keys')
    .addColumn('is_admin', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('nodes').addColumn('started_at', 'bigint').execute()

  await schema
    .createTable('daily_audio')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('audio_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('daily_audio_key', ['account', 'day'])
    .modifyEnd(clustered)
    .execute()
  // The usage of the jobs that were not deleted. Buckets 0 to 3 are of files, 4 to 7 live: queued, processing, done, error.
  // The counters of days have level 4.
  const ended = sql`coalesce(completed_at, jobs.created_at) / 86400000`
  await sql`
    insert into job_counts (account, level, bucket, block, jobs)
    select account, 4, bucket / 4 * 4, created_at / 86400000, count(*) from jobs group by 1, 3, 4
    union all
    select account, 4, bucket, ${ended}, count(*) from jobs where bucket in (2, 3, 6, 7) group by 1, 3, 4`.execute(
    db,
  )
  await sql`
    insert into daily_audio (account, day, audio_ms)
    select jobs.account, ${ended}, sum(cast(round(audio_duration * 1000) as bigint))
    from jobs join files on files.id = file_id
    where bucket in (2, 6) group by 1, 2`.execute(db)
}
