import { type Kysely, sql } from 'kysely'
import { kindNumberOf } from '../../jobs/bucket.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Jobs whose tags are read by one statement. */
const BATCH = 1_000

const TAG = { account: 'bigint', tag: 'text', kind: 'bigint', ordinal: 'bigint' } as const

/** The tags of jobs among the leaves of metadata, and how many jobs have each. */
export async function tags(db: Kysely<Schema>, { ddl, rows }: Dialect): Promise<void> {
  await db.schema
    .createTable('tag_counts')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('tag', 'text', (c) => c.notNull())
    .addColumn('kind', 'integer', (c) => c.notNull())
    .addColumn('jobs', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tag_counts_key', ['account', 'tag', 'kind'])
    .modifyEnd(ddl.clustered)
    .execute()
  for (let last = { account: 0, ordinal: 0 }; ;) {
    const jobs = await db
      .selectFrom('jobs')
      .select(['account', 'ordinal', 'bucket', 'details'])
      .where((eb) => eb(eb.refTuple('account', 'ordinal'), '>', eb.tuple(last.account, last.ordinal)))
      .orderBy('account')
      .orderBy('ordinal')
      .limit(BATCH)
      .execute()
    const given = jobs.flatMap(({ account, ordinal, bucket, details }) =>
      (JSON.parse(details ?? '{"tags":[]}') as { tags: string[] }).tags.map((tag) => ({
        account,
        ordinal,
        tag,
        kind: kindNumberOf(bucket),
      })),
    )
    if (given.length > 0)
      await sql`
        insert into job_leaves (account, path, value, kind, ordinal, number)
        select account, 'tag', tag, kind, ordinal, 0 from ${rows(TAG, given)}`.execute(db)
    const end = jobs.at(-1)
    if (end === undefined) break
    last = end
  }
  await sql`
    insert into tag_counts (account, tag, kind, jobs)
    select account, value, kind, count(*) from job_leaves where path = 'tag' group by account, value, kind`.execute(
    db,
  )
}
