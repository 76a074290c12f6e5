/** Whether what a store has counted is what it has. */
import assert from 'node:assert/strict'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { metadataLeaves } from '../../src/jobs/metadata-leaves.ts'
import type { Schema } from '../../src/store/schema.ts'

/** @throws {AssertionError} where a counter is not what the rows say */
export async function checkSums(db: Kysely<Schema>): Promise<void> {
  for (const [i, size] of [256, 65_536, 16_777_216].entries()) {
    // In the text and not as a parameter: PostgreSQL would not see that the two are the same.
    const block = sql`ordinal / ${sql.lit(size)}`
    await same(
      db,
      sql`select account, bucket, block, jobs from job_counts where level = ${sql.lit(i + 1)} and jobs <> 0`,
      sql`select account, bucket, ${block} as block, count(*) as jobs from jobs group by account, bucket, ${block}`,
      `the counters of blocks of ${size}`,
    )
  }
  await same(
    db,
    sql`select account, ordinal from job_results`,
    sql`select account, ordinal from jobs where bucket in (2, 6)`,
    'the results',
  )
  await same(
    db,
    sql`select account, ordinal, job_id from work`,
    sql`select account, ordinal, id from jobs where bucket in (0, 1)`,
    'the work',
  )
  await checkLeaves(db)
}

/** Every leaf of every job is there, and the numbers of a leaf's jobs and gaps are 1, 2, 3, … in order of creation. */
async function checkLeaves(db: Kysely<Schema>): Promise<void> {
  const jobs = await db.selectFrom('jobs').select(['account', 'ordinal', 'custom_metadata']).execute()
  const expected = jobs.flatMap(({ account, ordinal, custom_metadata }) =>
    metadataLeaves(JSON.parse(custom_metadata ?? '{}') as object).map(({ path, value }) =>
      JSON.stringify([account, path, value, ordinal]),
    ),
  )
  const rows = await db.selectFrom('job_metadata').selectAll().orderBy('ordinal').execute()
  const found = rows.map(({ account, path, value, ordinal }) => JSON.stringify([account, path, value, ordinal]))
  assert.deepEqual(found.toSorted(), expected.toSorted(), 'the leaves of the jobs')

  const gaps = await db.selectFrom('job_metadata_gaps').selectAll().execute()
  const keyOf = (row: { account: number; path: string; value: string }) =>
    JSON.stringify([row.account, row.path, row.value])
  const gapsOf = Map.groupBy(gaps, keyOf)
  for (const [key, ofLeaf] of Map.groupBy(rows, keyOf)) {
    const numbers = ofLeaf.map(({ number }) => number)
    assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b), `the order of ${key}`)
    const all = [...numbers, ...(gapsOf.get(key) ?? []).map(({ number }) => number)].toSorted((a, b) => a - b)
    assert.deepEqual(all, all.map((_, i) => i + 1), `the numbers of ${key}`)
  }
}

async function same(
  db: Kysely<Schema>,
  left: RawBuilder<unknown>,
  right: RawBuilder<unknown>,
  what: string,
): Promise<void> {
  const { rows } = await sql`
    select 'counted' as side, one.* from (${left} except ${right}) as one
    union all select 'there' as side, other.* from (${right} except ${left}) as other
    limit 5`.execute(db)
  assert.deepEqual(rows, [], what)
}
