/**
 * Queries for the ordinals of an account's jobs, newest first. Each query follows the order of one index and checks the other conditions
 * job by job.
 */
import { type AliasableExpression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { DONE_BUCKETS } from '../../jobs/bucket.ts'
import type { Dialect, WordsValue } from '../databases/dialect.ts'
import type { GivenLeaf } from './leaves.ts'
import type { Bound, Given } from '../given.ts'
import type { Db } from '../schema.ts'
import { END, hasAllBuckets, hasAllStatuses, kindsOf, type Scope } from './scope.ts'

/**
 * Matches of words are counted up to this number; beyond it the total is unknown. Each match takes 1.5 µs on SQLite and 4 µs on PostgreSQL,
 * so that counting takes no longer than reading the first page.
 */
export const MAX_COUNTED_WORDS = 500

/** The maximum number of ordinals. */
type Limit = Given<number>

export type OrdinalQuery = AliasableExpression<{ ordinal: number }>

/** A list of matching jobs by ordinal, newest first. */
export interface OrdinalList {
  /** Number of matching jobs; null if there are too many to count. */
  total(): Promise<number | null>
  /** The upper bound that remains after skipping `count` jobs below `before`; null if no job remains below it. */
  skip(before: number, count: number): Promise<number | null>
  /** A query for the first `limit` jobs in [from, before). */
  query(from: number, before: number, limit: number): Promise<OrdinalQuery>
}

/** Follows the indexes of `jobs`: merges one range for each bucket. Checks leaves, but not words. */
export function byBucket(db: Db, scope: Scope<Bound>, limit: Limit): OrdinalQuery {
  const { account, buckets, leaves, conditions } = scope
  const range = (bucket: number | null) => {
    let query = db
      .selectFrom('jobs')
      .select('jobs.ordinal')
      .where('jobs.account', '=', account)
      .where(isWithin(sql.ref('jobs.ordinal'), scope))
    if (bucket !== null) query = query.where('jobs.bucket', '=', sql.lit(bucket))
    if (leaves.length > 0) query = query.where(hasLeaves(db, scope, sql.ref('jobs.ordinal')))
    for (const condition of conditions) query = query.where(condition)
    return query
  }
  return merged(db, (hasAllBuckets(scope) ? [null] : buckets).map(range), limit)
}

/** Follows the index of one of the scope's leaves: merges one range for each kind. Does not check other leaves. */
export function byLeaf(db: Db, scope: Scope<Bound>, lead: GivenLeaf, limit: Limit): OrdinalQuery {
  const { account, conditions } = scope
  const range = (kind: number) => {
    let query = db
      .selectFrom('job_leaves as lead')
      .select('lead.ordinal')
      .where('lead.account', '=', account)
      .where('lead.path', '=', lead.path)
      .where('lead.value', '=', lead.value)
      .where('lead.kind', '=', sql.lit(kind))
      .where(isWithin(sql.ref('lead.ordinal'), scope))
    const ordinal = sql.ref<number>('lead.ordinal')
    if (!hasAllStatuses(scope) || conditions.length > 0)
      query = query.where((eb) => eb.exists(jobRow(db, scope, ordinal)))
    return query
  }
  return merged(db, kindsOf(scope).map(range), limit)
}

/**
 * Intersects the index ranges of all of the scope's leaves. Reads every range to its end, so the scope must be narrow, or there must be
 * few `candidates`.
 */
export function byLeaves(db: Db, scope: Scope, candidates: OrdinalQuery | null, limit: number) {
  const { from, before, leaves, conditions } = scope
  const ordinal = sql.ref<number>('leaf.ordinal')
  let query = leafRows(db, scope)
    .select('leaf.ordinal')
    .where('leaf.ordinal', '>=', from)
    .where('leaf.ordinal', '<', before)
    .groupBy('leaf.ordinal')
    .having((eb) => eb(eb.fn.countAll<number>(), '=', leaves.length))
    .orderBy('leaf.ordinal', 'desc')
    .limit(limit)
  if (candidates !== null)
    query = query.where('leaf.ordinal', 'in', (eb) =>
      eb.selectFrom(candidates.as('candidate')).select('candidate.ordinal'),
    )
  if (!hasAllStatuses(scope) || conditions.length > 0)
    query = query.having((eb) => eb.exists(jobRow(db, scope, ordinal)))
  return query
}

/** Follows the index of words. */
export function byWords(
  dialect: Dialect,
  scope: Scope<Bound>,
  limit: Limit,
  given: Given<WordsValue> = dialect.words.valueOf(scope.words),
): OrdinalQuery {
  const { found, orderBy } = wordMatches(dialect, scope, given)
  return sql<{ ordinal: number }>`(${found} order by ${orderBy} limit ${limit})`
}

/** An expression for the number of jobs that have a scope's words; null if there are too many to count. */
export function countWords(
  dialect: Dialect,
  scope: Scope<Bound>,
  given: Given<WordsValue>,
): RawBuilder<number | null> {
  // Unordered, so that PostgreSQL need not find all matches to count the first ones.
  const { found } = wordMatches(dialect, scope, given)
  return sql`(
    select case when count(*) <= ${sql.lit(MAX_COUNTED_WORDS)} then count(*) end
    from (${found} limit ${sql.lit(MAX_COUNTED_WORDS + 1)}) as counted)`
}

function wordMatches({ db, words }: Dialect, scope: Scope<Bound>, given: Given<WordsValue>) {
  const { account, from, before, leaves, conditions } = scope
  const { table, where, ordinal, orderBy } = words.find(account, given, from, before)
  const checks: RawBuilder<unknown>[] = []
  if (leaves.length > 0) checks.push(hasLeaves(db, scope, ordinal))
  const buckets = scope.buckets.filter((bucket) => DONE_BUCKETS.includes(bucket))
  if (buckets.length === 0) checks.push(sql`1 = 0`)
  else if (buckets.length < DONE_BUCKETS.length || conditions.length > 0)
    // With `exists`, PostgreSQL would join all jobs (1M jobs: 230 ms instead of 3 ms to count the first 1,001 of 10,000 matches).
    checks.push(sql`${jobRow(db, { ...scope, buckets }, ordinal)} = ${ordinal}`)
  const found = sql`select ${ordinal} as ordinal from ${table} where ${sql.join([where, ...checks], sql` and `)}`
  return { found, orderBy }
}

/**
 * The newest entries of several ranges of an index. Each range has its own order and limit. SQLite would merge ranges without them, but
 * PostgreSQL would read each range to its end (first page of 1M jobs: 52 ms instead of 3 ms).
 */
function merged<Tables, Table extends keyof Tables>(
  db: Db,
  ranges: readonly SelectQueryBuilder<Tables, Table, { ordinal: number }>[],
  limit: Limit,
): OrdinalQuery {
  const [first, ...rest] = ranges.map((range) => range.orderBy('ordinal', 'desc').limit(limit))
  if (first === undefined) throw new RangeError('no ranges to merge')
  if (rest.length === 0) return first
  const part = (range: typeof first) => db.selectFrom(range.as('range')).select('range.ordinal')
  return rest
    .reduce((all, range) => all.unionAll(part(range)), part(first))
    .orderBy('ordinal', 'desc')
    .limit(limit)
}

/** Condition that an ordinal is within the bounds of a scope. Omits bounds that include every job. */
function isWithin(ordinal: RawBuilder<number>, { from, before }: Scope<Bound>): RawBuilder<SqlBool> {
  const bounds = [
    ...(from === 0 ? [] : [sql`${ordinal} >= ${from}`]),
    ...(before === END ? [] : [sql`${ordinal} < ${before}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql`${sql.join(bounds, sql` and `)}`
}

/** The rows of `job_leaves` for a scope's leaves. */
function leafRows(db: Db, scope: Scope<Bound>) {
  const leaves = scope.leaves.map(({ path, value }) => sql`(${path}, ${value})`)
  return db
    .selectFrom('job_leaves as leaf')
    .where('leaf.account', '=', scope.account)
    .where(sql<SqlBool>`(leaf.path, leaf.value) in (values ${sql.join(leaves)})`)
    .where('leaf.kind', 'in', kindsOf(scope))
}

/**
 * Condition that a job has all of a scope's leaves. It counts them, because PostgreSQL turns each `exists` into a join (60 leaves of 6,000
 * jobs: 9 s).
 */
function hasLeaves(db: Db, scope: Scope<Bound>, ordinal: RawBuilder<number>): RawBuilder<SqlBool> {
  const present = leafRows(db, scope)
    .select((eb) => eb.fn.countAll().as('leaves'))
    .where('leaf.ordinal', '=', ordinal)
  return sql`(${present}) = ${scope.leaves.length}`
}

/** The row of a job, if it is in one of the scope's buckets and meets its conditions. */
function jobRow(db: Db, { account, buckets, conditions }: Scope<Bound>, ordinal: RawBuilder<number>) {
  const [first, ...others] = buckets.map((bucket) => sql.lit(bucket))
  // The plus prevents SQLite from using the index of buckets, which it would scan from end to end for each ordinal
  // (3,988 matches: 2,256 ms without it, 18 ms with it).
  const isOneOf =
    others.length === 0 ? sql`jobs.bucket = ${first}` : sql`+jobs.bucket in (${sql.join([first, ...others])})`
  const query = db
    .selectFrom('jobs')
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    .where(sql<SqlBool>`${isOneOf}`)
    .where('jobs.ordinal', '=', ordinal)
  return conditions.reduce((row, condition) => row.where(condition), query)
}
