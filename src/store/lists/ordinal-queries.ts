/**
 * Queries for the ordinals of an account's jobs, newest first. Each follows the order of one index, and checks the other
 * conditions job by job.
 */
import { type AliasableExpression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { DONE_BUCKETS } from '../../jobs/bucket.ts'
import type { Dialect, WordsValue } from '../databases/dialect.ts'
import type { GivenLeaf } from './leaves.ts'
import type { Bound, Given } from '../given.ts'
import type { Db } from '../schema.ts'
import { END, hasAllBuckets, hasAllStatuses, kindsOf, type Scope } from './scope.ts'

/**
 * Jobs with certain words are counted up to this number; beyond it the total is unknown. Each takes 1.5 µs on SQLite and 4 µs on
 * PostgreSQL, so that counting takes no longer than reading the first page.
 */
export const MAX_COUNTED_WORDS = 500

/** How many ordinals at most: a parameter of the statement, or an expression. */
type Limit = Given<number>

export type OrdinalQuery = AliasableExpression<{ ordinal: number }>

/** The matching jobs by ordinal, newest first. */
export interface OrdinalList {
  /** How many jobs match; null when there are too many to count. */
  total(): Promise<number | null>
  /** The upper bound that is left after skipping `count` jobs below `before`; null when no job lies below it. */
  skip(before: number, count: number): Promise<number | null>
  /** A query for the first `limit` jobs in [from, before). */
  query(from: number, before: number, limit: number): Promise<OrdinalQuery>
}

/** By the indexes of `jobs`: one range for each bucket, merged. Checks leaves, but not words. */
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

/** By the index of one of the scope's leaves: one range for each kind, merged. Checks no other leaves. */
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
 * By the ranges of all of the scope's leaves: the jobs that occur in each. Reads every range to its end, so the scope must be
 * narrow, or `candidates` few.
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

/** By the index of words. */
export function byWords(
  dialect: Dialect,
  scope: Scope<Bound>,
  limit: Limit,
  given: Given<WordsValue> = dialect.words.valueOf(scope.words),
): OrdinalQuery {
  const { found, orderBy } = wordMatches(dialect, scope, given)
  return sql<{ ordinal: number }>`(${found} order by ${orderBy} limit ${limit})`
}

/** An expression for how many jobs have a scope's words; null where they are more than are counted. */
export function countWords(
  dialect: Dialect,
  scope: Scope<Bound>,
  given: Given<WordsValue>,
): RawBuilder<number | null> {
  // In any order: PostgreSQL then need not find all of them to count the first.
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
    // PostgreSQL would join all jobs with `exists` (1M jobs: 230 ms to count the first 1,001 of 10,000 matches, this way 3 ms).
    checks.push(sql`${jobRow(db, { ...scope, buckets }, ordinal)} = ${ordinal}`)
  const found = sql`select ${ordinal} as ordinal from ${table} where ${sql.join([where, ...checks], sql` and `)}`
  return { found, orderBy }
}

/**
 * The newest of several ranges of an index. Each range has an order and a limit of its own: SQLite merges them without,
 * but PostgreSQL would read them to their ends (first page of 1M jobs: 52 ms, with them 3 ms).
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

/** Whether an ordinal is between the bounds of a scope, those of all jobs left out. */
function isWithin(ordinal: RawBuilder<number>, { from, before }: Scope<Bound>): RawBuilder<SqlBool> {
  const bounds = [
    ...(from === 0 ? [] : [sql`${ordinal} >= ${from}`]),
    ...(before === END ? [] : [sql`${ordinal} < ${before}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql`${sql.join(bounds, sql` and `)}`
}

/** The rows of a scope's leaves, one for each job and leaf that it has. */
function leafRows(db: Db, scope: Scope<Bound>) {
  const leaves = scope.leaves.map(({ path, value }) => sql`(${path}, ${value})`)
  return db
    .selectFrom('job_leaves as leaf')
    .where('leaf.account', '=', scope.account)
    .where(sql<SqlBool>`(leaf.path, leaf.value) in (values ${sql.join(leaves)})`)
    .where('leaf.kind', 'in', kindsOf(scope))
}

/**
 * Whether a job has all of a scope's leaves. Counted, because PostgreSQL makes a join of each `exists` (60 leaves of 6,000
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
  // The plus keeps SQLite from using the index of buckets, which it would scan from end to end for each ordinal
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
