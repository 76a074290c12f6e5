import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Accounts and keys, received files, jobs with the indexes and counters of lists, and the work queue. */
export async function jobs(db: Kysely<Schema>, { counted, clustered }: Ddl): Promise<void> {
  const { schema } = db
  await schema
    .createTable('accounts')
    .addColumn('id', counted, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_ordinal', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_created_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()

  await schema
    .createTable('keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()

  await schema
    .createTable('files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('extension', 'text', (c) => c.notNull())
    .addColumn('source', 'text')
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('audio_duration', 'double precision', (c) => c.notNull())
    .addColumn('number_of_channels', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('jobs', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('removed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('files_removed')
    .on('files')
    .column('id')
    .where(sql.ref('removed'), '=', sql.lit(1))
    .execute()

  await schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('completed_at', 'bigint')
    .addColumn('error_code', 'integer')
    .addColumn('error_message', 'text')
    .addColumn('custom_metadata', 'text')
    .addColumn('post_session_metadata', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('file_id', 'text')
    .addColumn('file', 'text')
    .addColumn('request_params', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('jobs_by_ordinal').on('jobs').columns(['account', 'ordinal']).unique().execute()
  await schema.createIndex('jobs_by_bucket').on('jobs').columns(['account', 'bucket', 'ordinal']).execute()
  await schema.createIndex('jobs_by_date').on('jobs').columns(['account', 'created_at', 'ordinal']).execute()

  // Apart from the jobs: pages without results, and changes of status, would read and write them too.
  await schema
    .createTable('job_results')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_results_key', ['account', 'ordinal'])
    .execute()

  await schema
    .createTable('job_metadata')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_metadata_key', ['account', 'path', 'value', 'ordinal'])
    .modifyEnd(clustered)
    .execute()

  await schema
    .createTable('job_counts')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('bucket', 'integer', (c) => c.notNull())
    .addColumn('block', 'bigint', (c) => c.notNull())
    .addColumn('jobs', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_counts_key', ['account', 'level', 'bucket', 'block'])
    .modifyEnd(clustered)
    .execute()

  await schema
    .createTable('work')
    .addColumn('position', counted, (c) => c.primaryKey())
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull().unique())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
