import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Metadata by kind, so that the jobs with a leaf are numbered and counted for each kind. */
export async function leaves(db: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  const { schema } = db
  await schema
    .createTable('job_leaves')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('kind', 'integer', (c) => c.notNull())
    .addColumn('ordinal', 'bigint', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_leaves_key', ['account', 'path', 'value', 'kind', 'ordinal'])
    .modifyEnd(clustered)
    .execute()
  await sql`
    insert into job_leaves (account, path, value, kind, ordinal, number)
    select leaf.account, leaf.path, leaf.value, jobs.bucket / 4, leaf.ordinal,
      row_number() over (
        partition by leaf.account, leaf.path, leaf.value, jobs.bucket / 4 order by leaf.ordinal
      )
    from job_metadata as leaf
    join jobs on jobs.account = leaf.account and jobs.ordinal = leaf.ordinal`.execute(db)
  await schema.dropTable('job_metadata').execute()

  await schema
    .createTable('job_leaf_gaps')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('kind', 'integer', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_leaf_gaps_key', ['account', 'path', 'value', 'kind', 'number'])
    .modifyEnd(clustered)
    .execute()
  // All jobs have just been numbered without gaps.
  await schema.dropTable('job_metadata_gaps').execute()
}
