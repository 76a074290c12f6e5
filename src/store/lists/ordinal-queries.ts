/**
 * Queries for the ordinals of an account's jobs, newest first. Each follows the order of one index, and checks the other
 * conditions job by job.
 */
import {
  type AliasableExpression,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Leaf } from '../../jobs/metadata-leaves.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'
import { type Bound, hasAllBuckets, hasAllStatuses, kindsOf, type Scope } from './scope.ts'

/** How many ordinals at most: a parameter of the statement, or an expression. */
type Limit = number | Expression<number>

export type OrdinalQuery = AliasableExpression<{ ordinal: number }>

/** By the indexes of `jobs`: one range for each bucket, merged. Checks leaves, but not words. */
export function byBucket(db: Db, scope: Scope<Bound>, limit: Limit): OrdinalQuery {
  const { account, from, before, buckets, leaves, conditions } = scope
  const range = (bucket: number | null) => {
    let query = db
      .selectFrom('jobs')
      .select('jobs.ordinal')
      .where('jobs.account', '=', account)
      .where('jobs.ordinal', '>=', from)
      .where('jobs.ordinal', '<', before)
    if (bucket !== null) query = query.where('jobs.bucket', '=', bucket)
    if (leaves.length > 0) query = query.where(hasLeaves(db, scope, sql.ref('jobs.ordinal')))
    for (const condition of conditions) query = query.where(condition)
    return query
  }
  return merged(db, (hasAllBuckets(scope) ? [null] : buckets).map(range), limit)
}

/** By the index of one of the scope's leaves: one range for each kind, merged. Checks no other leaves. */
export function byLeaf(db: Db, scope: Scope<Bound>, lead: Leaf, limit: Limit): OrdinalQuery {
  const { account, from, before, conditions } = scope
  const range = (kind: number) => {
    let query = db
      .selectFrom('job_leaves as lead')
      .select('lead.ordinal')
      .where('lead.account', '=', account)
      .where('lead.path', '=', lead.path)
      .where('lead.value', '=', lead.value)
      .where('lead.kind', '=', kind)
      .where('lead.ordinal', '>=', from)
      .where('lead.ordinal', '<', before)
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
export function byWords({ db, words }: Dialect, scope: Scope, limit: number): OrdinalQuery {
  const { account, from, before, leaves, conditions } = scope
  const { table, where, ordinal, orderBy } = words.find(account, scope.words, from, before)
  const checks: RawBuilder<unknown>[] = []
  if (leaves.length > 0) checks.push(hasLeaves(db, scope, ordinal))
  if (!hasAllBuckets(scope) || conditions.length > 0) checks.push(sql`exists ${jobRow(db, scope, ordinal)}`)
  return sql<{ ordinal: number }>`(
    select ${ordinal} as ordinal from ${table}
    where ${sql.join([where, ...checks], sql` and `)}
    order by ${orderBy} limit ${limit})`
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
  const query = db
    .selectFrom('jobs')
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    // The plus keeps SQLite from using the index of buckets, which it would scan from end to end for each ordinal
    // (3,988 matches: 2,256 ms without it, 18 ms with it).
    .where(sql`+jobs.bucket`, 'in', buckets)
    .where('jobs.ordinal', '=', ordinal)
  return conditions.reduce((row, condition) => row.where(condition), query)
}
