/**
 * Stores the custom metadata of jobs as leaves, and counts how many jobs of an account have a leaf.
 *
 * The jobs of a kind that have a leaf, a run, are numbered in the order of their creation, and the numbers of deleted jobs are recorded as
 * gaps. The number of jobs in a range of ordinals is then the distance between the numbers at its ends, less the gaps between them: three
 * index look-ups, whether ten jobs have the leaf or ten million.
 *
 * A job in the trash keeps its numbers, so that it can be restored to its place: its leaves get another kind, and its numbers are gaps. It
 * still counts when the ends of a run are determined, between which gaps are recorded.
 */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { inTrash, kindNumberOf } from '../../jobs/bucket.ts'
import { customMetadataLeaves, type Leaf, TAG_PATH } from '../../jobs/leaves.ts'
import type { Dialect } from '../databases/dialect.ts'
import { END } from './scope.ts'
import { countTag } from './tags.ts'
import type { Bound, Given } from '../given.ts'
import type { Db, Schema } from '../schema.ts'

/** With this many gaps, which take 4 ms to count on SQLite, the caller counts the jobs one by one instead, up to the same number. */
const MAX_GAPS = 100_000

/** A job whose leaves change. */
interface JobKey {
  readonly account: number
  readonly ordinal: number
  readonly bucket: number
}

/** The jobs of one kind that have a leaf. */
interface Run extends Leaf {
  readonly account: number
  readonly kind: number
}

/** A leaf whose path and value may be given to a prepared statement later. */
export interface GivenLeaf {
  readonly path: Given<string>
  readonly value: Given<string>
}

interface GivenRun extends GivenLeaf {
  readonly account: Given<number>
  readonly kind: number
}

const NEW_LEAF = {
  account: 'bigint',
  path: 'text',
  value: 'text',
  kind: 'bigint',
  ordinal: 'bigint',
  place: 'bigint',
} as const

const KEPT_LEAF = { path: 'text', value: 'text', kind: 'bigint', ordinal: 'bigint' } as const
const RUN = { run: 'bigint', path: 'text', value: 'text', kind: 'bigint' } as const
const SHORTENED_RUN = {
  path: 'text',
  value: 'text',
  kind: 'bigint',
  oldest: 'bigint',
  newest: 'bigint',
} as const
const GAP = { account: 'bigint', path: 'text', value: 'text', kind: 'bigint', number: 'bigint' } as const

/** Adds the leaves of new jobs, which must be the account's newest, in the order of their ordinals. */
export async function addLeaves(
  { rows }: Dialect,
  db: Db,
  jobs: readonly (JobKey & { readonly customMetadata: object | null })[],
): Promise<void> {
  // How many leaves of each run the statement adds. It only sees the numbers from before it, and adds these places to them.
  const added = new Map<string, number>()
  const leaves = jobs.flatMap(({ account, ordinal, bucket, customMetadata }) =>
    customMetadataLeaves(customMetadata ?? {}).map((leaf) => {
      const run = { account, ...leaf, kind: kindNumberOf(bucket) }
      const key = JSON.stringify(run)
      const place = (added.get(key) ?? 0) + 1
      added.set(key, place)
      return { ...run, ordinal, place }
    }),
  )
  if (leaves.length === 0) return
  const newest = (kind: RawBuilder<unknown>) => sql`
    select * from (
      select number from job_leaves as newest
      where newest.account = given.account and newest.path = given.path and newest.value = given.value
        and newest.kind = ${kind}
      order by newest.ordinal desc limit 1
    ) as newest`
  await sql`insert into job_leaves (account, path, value, kind, ordinal, number)
    select account, path, value, kind, ordinal, place + coalesce((
      select max(number) from (${newest(sql`given.kind`)} union all ${newest(sql`-1 - given.kind`)}) as ends
    ), 0) from ${rows(NEW_LEAF, leaves)}`.execute(db)
}

/** Moves the leaves of jobs to the trash or back. */
export async function moveLeaves(
  { rows }: Dialect,
  db: Db,
  account: number,
  jobs: readonly (Omit<JobKey, 'account'> & { readonly customMetadata: object })[],
  to: 'trash' | 'jobs',
): Promise<void> {
  const kindOf = (bucket: number) => (to === 'trash' ? kindNumberOf(bucket) : inTrash(kindNumberOf(bucket)))
  const leaves = leavesOf(jobs, kindOf)
  if (leaves.length === 0) return
  const { rows: moved } = await sql<Run & { number: number }>`
    update job_leaves set kind = -1 - kind where account = ${account}
      and (path, value, kind, ordinal) in (select path, value, kind, ordinal from ${rows(KEPT_LEAF, leaves)})
    returning account, path, value, kind, number`.execute(db)
  if (to === 'trash')
    return addGaps(
      rows,
      db,
      moved.map((leaf) => ({ ...leaf, kind: inTrash(leaf.kind) })),
    )
  await sql`
    delete from job_leaf_gaps where account = ${account}
      and (path, value, kind, number) in (select path, value, kind, number from ${rows(GAP, moved)})`.execute(
    db,
  )
}

function leavesOf(
  jobs: readonly (Omit<JobKey, 'account'> & { readonly customMetadata: object })[],
  kindOf: (bucket: number) => number,
) {
  return jobs.flatMap(({ ordinal, bucket, customMetadata }) =>
    customMetadataLeaves(customMetadata).map((leaf) => ({ ...leaf, kind: kindOf(bucket), ordinal })),
  )
}

async function addGaps(
  rows: Dialect['rows'],
  db: Db,
  gaps: readonly (Run & { readonly number: number })[],
): Promise<void> {
  if (gaps.length === 0) return
  await sql`insert into job_leaf_gaps (account, path, value, kind, number)
    select account, path, value, kind, number from ${rows(GAP, gaps)}`.execute(db)
}

/**
 * Removes the leaves of deleted jobs. Gaps are recorded only between the oldest and the newest job of a run, so that a run without jobs
 * leaves nothing behind, and the newest job always has the highest number.
 * @param from where the jobs were
 */
export async function removeLeaves(
  { rows }: Dialect,
  db: Db,
  account: number,
  jobs: readonly (Omit<JobKey, 'account'> & { readonly customMetadata: object })[],
  from: 'trash' | 'jobs',
): Promise<void> {
  const stored = from === 'jobs' ? (kind: number) => kind : inTrash
  const leaves = leavesOf(jobs, (bucket) => stored(kindNumberOf(bucket)))
  if (leaves.length === 0) return
  const { rows: rowsRemoved } = await sql<Leaf & { kind: number; number: number }>`
    delete from job_leaves where account = ${account}
      and (path, value, kind, ordinal) in (select path, value, kind, ordinal from ${rows(KEPT_LEAF, leaves)})
    returning path, value, kind, number`.execute(db)
  const removed = rowsRemoved.map((leaf) => ({ ...leaf, kind: stored(leaf.kind) }))

  const runs = [
    ...Map.groupBy(removed, ({ path, value, kind }) => JSON.stringify([path, value, kind])).values(),
  ]
  const given = rows(
    RUN,
    runs.map(([leaf], run) => ({ run, ...leaf! })),
  )
  const edge = (kind: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`
    select * from (
      select number from job_leaves as leaf
      where leaf.account = ${account} and leaf.path = given.path and leaf.value = given.value and leaf.kind = ${kind}
      order by ordinal ${sql.raw(direction)} limit 1) as leaf`
  const edges = (direction: 'asc' | 'desc') =>
    sql`(${edge(sql`given.kind`, direction)} union all ${edge(sql`-1 - given.kind`, direction)}) as edges`
  const { rows: ends } = await sql<{ run: number; oldest: number | null; newest: number | null }>`
    select run, (select min(number) from ${edges('asc')}) as oldest, (select max(number) from ${edges('desc')}) as newest
    from ${given}`.execute(db)

  const gaps: (Run & { number: number })[] = []
  const shortened: (Leaf & { kind: number; oldest: number; newest: number })[] = []
  for (const { run, oldest, newest } of ends) {
    const { path, value, kind } = runs[run]![0]!
    const bounds = { oldest: oldest ?? END, newest: newest ?? 0 }
    const inside = runs[run]!.filter(({ number }) => bounds.oldest < number && number < bounds.newest)
    // The numbers of jobs in the trash are gaps already.
    if (from === 'jobs') gaps.push(...inside.map(({ number }) => ({ account, path, value, kind, number })))
    if (inside.length < runs[run]!.length) shortened.push({ path, value, kind, ...bounds })
  }
  // "cross join" prevents SQLite from reading all gaps of the account.
  for (const outside of shortened.length === 0 ? [] : ['number < oldest', 'number > newest'])
    await sql`
      delete from job_leaf_gaps where account = ${account} and (path, value, kind, number) in (
        select gap.path, gap.value, gap.kind, number from ${rows(SHORTENED_RUN, shortened)}
        cross join job_leaf_gaps as gap
        where gap.account = ${account} and gap.path = given.path and gap.value = given.value and gap.kind = given.kind
          and ${sql.raw(outside)})`.execute(db)
  await addGaps(rows, db, gaps)
}

/**
 * An expression for the number of jobs in [from, before) that have a leaf and one of the kinds; null if there are too many gaps, and for a
 * tag unless the range includes every job.
 * @param kinds as returned by `kindNumberOf`
 */
export function countLeaf(
  db: Db,
  account: Given<number>,
  leaf: GivenLeaf,
  kinds: readonly number[],
  [from, before]: readonly [Bound, Bound],
): RawBuilder<number | null> {
  if (leaf.path === TAG_PATH)
    return from === 0 && before === END ? countTag(db, account, leaf.value, kinds) : sql`cast(null as bigint)`
  const ofKind = (kind: number) => {
    const run = { account, ...leaf, kind }
    const gaps = db
      .selectFrom('job_leaf_gaps')
      .select('number')
      .where(inRun(run))
      .where('number', '>', sql.ref<number>('ends.oldest'))
      .where('number', '<', sql.ref<number>('ends.newest'))
      .limit(sql.lit(MAX_GAPS))
    return sql`(
      select case when newest is null then 0 when gaps < ${sql.lit(MAX_GAPS)} then newest - oldest + 1 - gaps end
      from (
        select newest, oldest, (select count(*) from ${gaps} as gap) as gaps
        from (select ${end(db, run, 'desc', from, before)} as newest, ${end(db, run, 'asc', from, before)} as oldest) as ends
      ) as run)`
  }
  return sql`(${sql.join(kinds.map(ofKind), sql` + `)})`
}

/** Condition on the rows of a run, in either table. */
function inRun({ account, path, value, kind }: GivenRun) {
  return (eb: ExpressionBuilder<Schema, 'job_leaves' | 'job_leaf_gaps'>) =>
    eb.and([
      eb('account', '=', account),
      eb('path', '=', path),
      eb('value', '=', value),
      eb('kind', '=', sql.lit(kind)),
    ])
}

/** A query for the number of the newest or oldest job of a run in [from, before). */
function end(db: Db, run: GivenRun, direction: 'asc' | 'desc', from: Bound, before: Bound) {
  return db
    .selectFrom('job_leaves')
    .select('number')
    .where(inRun(run))
    .$if(from !== 0, (query) => query.where('ordinal', '>=', from))
    .$if(before !== END, (query) => query.where('ordinal', '<', before))
    .orderBy('ordinal', direction)
    .limit(sql.lit(1))
}
