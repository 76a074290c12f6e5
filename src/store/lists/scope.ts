import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { ListFilter } from '../../contract/list-query.ts'
import { ALL_BUCKETS, bucketsOf, kindNumberOf, otherStatuses } from '../../jobs/bucket.ts'
import { type Leaf, metadataLeaves, tagLeaves } from '../../jobs/metadata-leaves.ts'
import type { Db, Schema } from '../schema.ts'

/** A bound after every job. */
export const END = Number.MAX_SAFE_INTEGER

/** A condition on the row of a job. */
export type RowCondition = (
  eb: ExpressionBuilder<Schema, 'jobs'>,
) => ExpressionWrapper<Schema, 'jobs', SqlBool>

/** An ordinal, or an expression for it. */
export type Bound = number | Expression<number | null>

/** A filter resolved for one account. A job matches when it meets all of it. */
export interface Scope<Before = number> {
  readonly account: number
  /** Ordinals in [from, before). */
  readonly from: number
  readonly before: Before
  readonly buckets: readonly number[]
  /** Of metadata and tags. */
  readonly leaves: readonly Leaf[]
  /** As `searchWords` returns them. */
  readonly words: readonly string[]
  /** Conditions on other columns of `jobs`. No index leads to them: they are checked job by job. */
  readonly conditions: readonly RowCondition[]
}

/** Dates become ordinals, which follow the order of creation. */
export async function scopeOf(db: Db, account: number, filter: ListFilter): Promise<Scope> {
  const { createdFrom, createdBefore, kinds, statuses, customMetadata, tags, words } = filter
  const bounds = { from: 0, before: END }
  if (createdFrom !== null || createdBefore !== null) {
    const found = await db
      .selectFrom('accounts')
      .select([
        (createdFrom === null ? sql.lit(bounds.from) : firstSince(db, account, createdFrom)).as('from'),
        (createdBefore === null ? sql.lit(bounds.before) : firstSince(db, account, createdBefore)).as(
          'before',
        ),
      ])
      .where('id', '=', account)
      .executeTakeFirst()
    Object.assign(bounds, found)
  }
  return {
    account,
    ...bounds,
    buckets: bucketsOf(kinds, statuses),
    leaves: [...metadataLeaves(customMetadata ?? {}), ...tagLeaves(tags ?? [])],
    words: words ?? [],
    conditions: [],
  }
}

/** The ordinal of the first job created at `time` or later; that of the next job when there is none. */
function firstSince(db: Db, account: number, time: number): RawBuilder<number> {
  const first = db
    .selectFrom('jobs')
    .select('ordinal')
    .where('account', '=', account)
    .where('created_at', '>=', time)
    .orderBy('created_at')
    .orderBy('ordinal')
    .limit(sql.lit(1))
  return sql`coalesce(${first}, accounts.last_ordinal + 1)`
}

/** Whether the counters alone answer the scope. */
export const isCounted = ({ leaves, words, conditions }: Scope): boolean =>
  leaves.length === 0 && words.length === 0 && conditions.length === 0

/** Whether jobs in every bucket match. */
export const hasAllBuckets = ({ buckets }: Scope<unknown>): boolean => buckets.length === ALL_BUCKETS.length

/** Whether jobs of the scope's kinds match in every status. */
export const hasAllStatuses = ({ buckets }: Scope<unknown>): boolean => otherStatuses(buckets).length === 0

/** The scope with every status of its kinds. */
export const withAllStatuses = (scope: Scope): Scope => ({
  ...scope,
  buckets: [...scope.buckets, ...otherStatuses(scope.buckets)],
})

/** The kinds of the scope's buckets, as `kindNumberOf` returns them. */
export const kindsOf = ({ buckets }: Scope<unknown>): readonly number[] => [
  ...new Set(buckets.map(kindNumberOf)),
]
