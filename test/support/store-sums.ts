/** Compares the counters of a store with its rows. */
import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { customMetadataLeaves, TAG_PATH, tagLeaves } from '../../src/jobs/leaves.ts'
import { tagsOf } from '../../src/store/jobs/stored-details.ts'
import type { Db } from '../../src/store/schema.ts'

/** @throws {AssertionError} if a counter differs from the rows */
export async function checkSums(db: Db): Promise<void> {
  for (const [i, size] of [256, 65_536, 16_777_216].entries()) {
    // In the text, not as a parameter: PostgreSQL would not see that the two are the same.
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
    sql`select account, ordinal from (
      select account, ordinal, bucket from jobs union all select account, ordinal, bucket from trash) as jobs
      where bucket in (2, 6)`,
    'the results',
  )
  await same(
    db,
    sql`select account, ordinal, job_id from work`,
    sql`select account, ordinal, id from jobs where bucket in (0, 1) or exists (
      select 1 from retranscriptions where account = jobs.account and ordinal = jobs.ordinal and state = 'waiting')`,
    'the work',
  )
  await same(
    db,
    sql`select account, amount from account_usage where what = 'storage' and amount <> 0`,
    sql`select account, cast(sum(size) as bigint) as amount from (
      select account, size from files
      union all select account, octet_length(result) from job_results
      union all select account, octet_length(voices) from job_voices
      union all select account, coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0)
        + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0) from job_revisions
      union all select account, coalesce(octet_length(transcription), 0) from retranscriptions) as sizes group by account having sum(size) <> 0`,
    'the stored bytes',
  )
  await same(
    db,
    sql`select account, id, cast(jobs as bigint) as jobs from files where jobs > 0`,
    sql`select account, file_id, count(*) from (select account, file_id from jobs union all select account, file_id from trash) as uses
      where file_id is not null group by account, file_id`,
    'the jobs of files',
  )
  await checkLeaves(db)
  await same(
    db,
    sql`select jobs.account, jobs.id from jobs join accounts on accounts.id = jobs.account where change > job_changes
      union all select deleted_jobs.account, deleted_jobs.id from deleted_jobs join jobs on jobs.id = deleted_jobs.id
      union all select account, id from trash where not exists (
        select 1 from deleted_jobs as told where (told.account, told.change, told.id) = (trash.account, trash.change, trash.id))`,
    sql`select account, id from jobs where false`,
    'the changes that mirrors are told',
  )
  await same(
    db,
    sql`select account, tag, kind, jobs from tag_counts`,
    sql`select account, value, kind, count(*) from job_leaves where path = ${sql.lit(TAG_PATH)} group by account, value, kind`,
    'the jobs with a tag',
  )
}

/** Every leaf of every job exists, the numbers of a leaf's jobs rise, and the gaps fill the numbers between them. */
async function checkLeaves(db: Db): Promise<void> {
  const columns = ['account', 'ordinal', 'bucket', 'custom_metadata', 'details', 'preview'] as const
  const jobs = await db.selectFrom('jobs').select(columns).execute()
  const trashed = await db.selectFrom('trash').select(columns).execute()
  const leavesOf = (job: (typeof jobs)[number], kind: number, tags: readonly string[]) =>
    [...customMetadataLeaves(JSON.parse(job.custom_metadata ?? '{}') as object), ...tagLeaves(tags)].map(
      ({ path, value }) => JSON.stringify([job.account, path, value, kind, job.ordinal]),
    )
  const expected = [
    ...jobs.flatMap((job) => leavesOf(job, Math.floor(job.bucket / 4), tagsOf(job))),
    ...trashed.flatMap((job) => leavesOf(job, -1 - Math.floor(job.bucket / 4), [])),
  ]
  const rows = await db.selectFrom('job_leaves').selectAll().orderBy('ordinal').execute()
  const found = rows.map(({ account, path, value, kind, ordinal }) =>
    JSON.stringify([account, path, value, kind, ordinal]),
  )
  const there = new Set(expected)
  assert.equal(found.length, expected.length, 'how many leaves the jobs have')
  assert.deepEqual(
    found.filter((leaf) => !there.has(leaf)),
    [],
    'leaves that no job has',
  )

  const gaps = await db.selectFrom('job_leaf_gaps').selectAll().execute()
  const keyOf = (row: { account: number; path: string; value: string; kind: number }) =>
    JSON.stringify([row.account, row.path, row.value, row.kind < 0 ? -1 - row.kind : row.kind])
  const rowsOf = Map.groupBy(
    rows.filter(({ path }) => path !== TAG_PATH),
    keyOf,
  )
  const gapsOf = Map.groupBy(gaps, keyOf)
  assert.deepEqual(
    [...gapsOf.keys()].filter((key) => !rowsOf.has(key)),
    [],
    'gaps of a leaf that no job has',
  )
  for (const [key, ofLeaf] of rowsOf) {
    const taken = ofLeaf.map(({ number }) => number)
    const [oldest = 0, newest = 0] = [taken[0], taken.at(-1)]
    const free = (gapsOf.get(key) ?? []).map(({ number }) => number)
    // Numbers of jobs in the trash count as gaps.
    const listed = ofLeaf.filter(({ kind }) => kind >= 0).map(({ number }) => number)
    const all = [...listed, ...free].toSorted((a, b) => a - b)
    const isRising = taken.every((number, i) => i === 0 || number > (taken[i - 1] ?? 0))
    const isWhole = all.every((number, i) => number === oldest + i) && all.at(-1) === newest
    assert.ok(isRising && isWhole, `the numbers of ${key}: ${taken.join()} and gaps ${free.join()}`)
  }
}

/** Fails unless two queries find the same rows. */
export async function same(
  db: Db,
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
