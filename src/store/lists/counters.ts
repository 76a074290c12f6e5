/**
 * Rank and select over the ordinals of an account's jobs: how many jobs in a set of buckets come before an ordinal, and which is the nth
 * one. The time does not grow with the number of jobs.
 *
 * The counters form a radix tree: a row counts the jobs of a bucket in a block of 256, 65,536 or 16,777,216 ordinals. Counting a range of
 * ordinals reads at most 256 blocks on each level, and ranges of the index at its ends; select walks down the levels. Blocks are ranges of
 * ordinals and not of time, so that a day with a third of all jobs costs no more than any other (10M jobs, offset 9,000,000: 0.6 ms,
 * compared with 228 ms for a plain OFFSET and 9.8 ms for blocks of a day).
 *
 * Further rows count the jobs that entered a bucket on a day, for the usage of accounts. The same statement writes them: a separate one
 * would take a tenth of the CPU time of creating a job.
 */
import { type Expression, sql } from 'kysely'
import { dayOf } from '../../contract/usage.ts'
import type { Bound, Given } from '../given.ts'
import type { Db } from '../schema.ts'
import { END, type Scope } from './scope.ts'

export const BLOCK_BITS = [8, 16, 24] as const
export const LEVELS = [1, 2, 3] as const
type Level = (typeof LEVELS)[number]
/** The level of the counters of days, whose blocks are days since 1970. They never decrease. */
export const DAYS = 4

const blockOf = (ordinal: number, level: Level): number => Math.floor(ordinal / blockSize(level))
const blockSize = (level: Level): number => 2 ** BLOCK_BITS[level - 1]!

/** A job enters (`by: 1`) or leaves (`by: -1`) a bucket. */
export interface CountChange {
  readonly account: number
  readonly ordinal: number
  readonly bucket: number
  readonly by: 1 | -1
  /** When the job was created or ended, in milliseconds since 1970, to count it for its bucket on that day. */
  readonly at?: number | undefined
}

/** Updates the counters. Call it in the transaction that changes the jobs. */
export async function changeCounts(db: Db, changes: readonly CountChange[]): Promise<void> {
  // Sums up the changes of each counter, because a statement cannot change a row twice.
  const rows = new Map<
    string,
    { account: number; level: Level | typeof DAYS; bucket: number; block: number; jobs: number }
  >()
  for (const { account, ordinal, bucket, by, at } of changes) {
    const add = (level: Level | typeof DAYS, block: number) => {
      const key = `${account} ${level} ${bucket} ${block}`
      rows.set(key, { account, level, bucket, block, jobs: (rows.get(key)?.jobs ?? 0) + by })
    }
    for (const level of LEVELS) add(level, blockOf(ordinal, level))
    if (at !== undefined) add(DAYS, dayOf(at))
  }
  await db
    .insertInto('job_counts')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'level', 'bucket', 'block'])
        .doUpdateSet({ jobs: sql`job_counts.jobs + excluded.jobs` }),
    )
    .execute()
}

/** How many jobs entered each of the buckets, by day, from one day to another, both inclusive. Omits zeros. */
export async function countsByDay(
  db: Db,
  account: number,
  buckets: readonly number[],
  from: number,
  to: number,
): Promise<{ day: number; bucket: number; jobs: number }[]> {
  return db
    .selectFrom('job_counts')
    .select(['block as day', 'bucket', 'jobs'])
    .where('account', '=', account)
    .where('level', '=', sql.lit(DAYS))
    .where('bucket', 'in', buckets)
    .where('block', '>=', from)
    .where('block', '<=', to)
    .execute()
}

/** A query for the number of jobs of all accounts in a bucket; null for none. */
export function totalOf(db: Db, bucket: number) {
  return db
    .selectFrom('accounts')
    .innerJoin('job_counts', 'job_counts.account', 'accounts.id')
    .select((eb) => eb.fn.sum<number | string | null>('jobs').as('jobs'))
    .where('level', '=', sql.lit(LEVELS.length))
    .where('bucket', '=', bucket)
}

/** The number of jobs in each bucket, by account. @param account null for all accounts */
export async function countsByAccount(
  db: Db,
  account: number | null,
): Promise<{ account: number; bucket: number; jobs: number }[]> {
  const rows = await db
    .selectFrom('job_counts')
    .select((eb) => ['account', 'bucket', eb.fn.sum<number | string>('jobs').as('jobs')])
    .where('level', '=', sql.lit(LEVELS.length))
    .$if(account !== null, (query) => query.where('account', '=', account))
    .groupBy(['account', 'bucket'])
    .execute()
  return rows.map(({ jobs, ...of }) => ({ ...of, jobs: Number(jobs) }))
}

/** The scope of a count. */
type Counted = Pick<Scope<Bound>, 'account' | 'buckets' | 'from' | 'before'>

/**
 * An expression for the number of jobs in the buckets and bounds of a scope. `before` must not be below `from`.
 *
 * On each level, both ends of the range move to the nearest block boundary of the level above, and the jobs in between are added or
 * subtracted. When the ends would meet, the rest is counted on the current level.
 */
export function countBuckets(db: Db, { account, buckets, from, before }: Counted): Expression<number> {
  const blocks = db
    .selectFrom('job_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jobs'), sql.lit(0)).as('jobs'))
    .where('account', '=', account)
    .where('bucket', 'in', listOf(buckets))
  if (from === 0 && before === END) return sql`${blocks.where('level', '=', sql.lit(LEVELS.length))}`
  const jobs = db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('jobs'))
    .where('account', '=', account)
    .where('bucket', 'in', listOf(buckets))
    .where('ordinal', '>=', sql.ref<number>('least'))
    .where('ordinal', '<', sql.ref<number>('most'))
  const within = blocks
    .where('level', '=', sql.ref<number>('range.level'))
    .where('block', '>=', sql.ref<number>('least'))
    .where('block', '<', sql.ref<number>('most'))
  const size = sql.lit(2 ** BLOCK_BITS[0])
  const nearest = (place: string) => sql`(${sql.ref(place)} + ${sql.lit(2 ** BLOCK_BITS[0] / 2)}) / ${size}`
  const moves = sql`level < ${sql.lit(LEVELS.length)} and ${nearest('first')} < ${nearest('last')}`
  return sql`(
    with recursive ends as (
      select 0 as level, cast(${from} as bigint) as first, cast(${before} as bigint) as last
      union all
      select level + 1, ${nearest('first')}, ${nearest('last')} from ends where ${moves}
    ),
    paths as (
      select level, first as start, case when ${moves} then ${nearest('first')} * ${size} else last end as stop from ends
      union all
      select level, ${nearest('last')} * ${size}, last from ends where ${moves}
    )
    select sum(sign * case level when 0 then ${jobs} else ${within} end)
    from (
      select level, case when start <= stop then 1 else -1 end as sign,
        case when start <= stop then start else stop end as least,
        case when start <= stop then stop else start end as most
      from paths
    ) as range)`
}

/** A list of literals: with parameters, the statement would be planned again for each execution. */
const listOf = (buckets: readonly number[]) => sql<number>`(${sql.join(buckets.map((one) => sql.lit(one)))})`

/**
 * An expression for the upper bound that remains after skipping `count` jobs in the buckets and bounds of a scope; null if no job remains.
 */
export function skipInBuckets(db: Db, scope: Counted, count: Given<number>): Expression<number | null> {
  const { account, buckets, from, before } = scope
  const rank = (end: Bound) => (end === 0 ? sql.lit(0) : countBuckets(db, { ...scope, from: 0, before: end }))
  const index = sql<number>`(${rank(before)} - ${count} - 1)`
  const isBefore = sql<boolean>`${index} < ${rank(from)}`
  const found = select(account, buckets, sql`case when ${isBefore} then null else ${index} end`)
  return sql`(${found} + 1)`
}

/**
 * An expression for the ordinal of the job in `buckets` with `index` others before it; null if there are fewer, or if `index` is null.
 */
function select(
  account: Given<number>,
  buckets: readonly number[],
  index: Expression<number | null>,
): Expression<number | null> {
  const inBuckets = sql`account = ${account} and bucket in ${listOf(buckets)}`
  // The block that contains the job, and the number of jobs in the block before it. Bounds and places are scalar subqueries: with joins,
  // both databases read the blocks of the whole account. Each common table expression is referenced as rarely as possible, because SQLite
  // expands it, and those that it references, at every reference.
  const blockIn = (level: Level, parent: string) => sql`
    select block, wanted - below as before
    from (
      select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below,
        (select before from ${sql.table(parent)}) as wanted
      from job_counts where ${inBuckets} and level = ${sql.lit(level)} ${within(parent, 'block', 256)} group by block
    ) as counted
    where wanted >= below and wanted < below + jobs`
  const within = (parent: string, column: string, size: number) =>
    parent === 'place'
      ? sql``
      : sql`and ${sql.ref(column)} >= (select block * ${sql.lit(size)} from ${sql.table(parent)})
        and ${sql.ref(column)} < (select (block + 1) * ${sql.lit(size)} from ${sql.table(parent)})`
  return sql<number | null>`(
    with place as materialized (select ${index} as before),
    large as materialized (${blockIn(3, 'place')}),
    medium as materialized (${blockIn(2, 'large')}),
    small as materialized (${blockIn(1, 'medium')})
    select ordinal from jobs where ${inBuckets} ${within('small', 'ordinal', blockSize(1))}
    order by ordinal limit 1 offset coalesce(cast((select before from small) as bigint), 0))`
}
