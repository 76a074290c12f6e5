/** Checks that a seeded database is one that the service could have written. */
import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import { kindNumberOf } from '../../src/jobs/bucket.ts'
import { customMetadataLeaves } from '../../src/jobs/leaves.ts'
import type { Schema } from '../../src/store/schema.ts'
import { same } from '../../test/support/store-sums.ts'

/** Number of jobs whose leaves are recomputed. */
const SAMPLE = 1_000

/** @throws {AssertionError} if counters and rows disagree */
export async function checkSeed(db: Kysely<Schema>): Promise<void> {
  for (const [level, size] of [256, 65_536, 16_777_216].entries()) {
    const counted = sql`
      select account, bucket, block, jobs from job_counts where level = ${level + 1} and jobs <> 0`
    // The size is a literal, because PostgreSQL would not recognise two parameters as the same expression.
    const block = sql`ordinal / ${sql.lit(size)}`
    const there = sql`
      select account, bucket, ${block} as block, count(*) as jobs from jobs group by account, bucket, ${block}`
    await same(db, counted, there, `counters of blocks of ${size}`)
  }
  await same(
    db,
    sql`select id, last_ordinal, last_ordinal, last_created_at from accounts`,
    sql`select account, max(ordinal), count(*), max(created_at) from jobs group by account`,
    'the newest job of the accounts',
  )
  await same(
    db,
    sql`select account, ordinal from jobs where bucket in (2, 6)`,
    sql`select account, ordinal from job_results`,
    'jobs that are done and results',
  )
  await same(
    db,
    sql`select id, jobs from files`,
    sql`select file_id, count(*) from jobs where file_id is not null group by file_id`,
    'jobs of the files',
  )
  await same(
    db,
    sql`select account, path, value, kind, ordinal, number from job_leaves`,
    sql`
      select account, path, value, kind, ordinal,
        row_number() over (partition by account, path, value, kind order by ordinal)
      from job_leaves`,
    'the numbers of metadata',
  )
  await same(
    db,
    sql`select account, ordinal, row_number() over (partition by account order by ordinal) from jobs`,
    sql`select account, ordinal, row_number() over (partition by account order by created_at, ordinal) from jobs`,
    'ordinals and times of creation',
  )
  await checkLeaves(db)
}

async function checkLeaves(db: Kysely<Schema>): Promise<void> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['account', 'ordinal', 'bucket', 'custom_metadata'])
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  for (const { account, ordinal, bucket, custom_metadata } of jobs) {
    const expected = customMetadataLeaves(JSON.parse(custom_metadata ?? '{}') as object)
    const leaves = await db
      .selectFrom('job_leaves')
      .select(['path', 'value'])
      .where('account', '=', account)
      .where('kind', '=', kindNumberOf(bucket))
      .where('ordinal', '=', ordinal)
      // With the leaves in the condition, the index is used instead of one scan per job.
      .where((eb) => eb.or(expected.map((leaf) => eb.and(leaf))))
      .execute()
    const found = leaves.map((leaf) => ({ ...leaf }))
    assert.deepEqual(found.toSorted(byPath), expected.toSorted(byPath))
  }
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)
