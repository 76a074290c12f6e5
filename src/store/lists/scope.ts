import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { ListFilter } from '../../contract/list-query.ts'
import { ALL_BUCKETS, bucketsOf, kindNumberOf, otherStatuses } from '../../jobs/bucket.ts'
import { type Leaf, metadataLeaves } from '../../jobs/metadata-leaves.ts'
import type { Db, Schema } from '../schema.ts'

/** A bound after every job. */
export const END = Number.MAX_SAFE_INTEGER

/** A condition on the row of a job. */
export type RowCondition = (
  eb: ExpressionBuilder<Schema, 'jobs'>,
) => ExpressionWrapper<Schema, 'jobs', SqlBool>

/** A filter resolved for one account. A job matches when it meets all of it. */
export interface Scope {
  readonly account: number
  /** Ordinals in [from, before). */
  readonly from: number
  readonly before: number
  readonly buckets: readonly number[]
  readonly leaves: readonly Leaf[]
  /** As `searchWords` returns them. */
  readonly words: readonly string[]
  /** Conditions on other columns of `jobs`. No index leads to them: they are checked job by job. */
  readonly conditions: readonly RowCondition[]
}

/** Dates become ordinals, which follow the order of creation. */
export async function scopeOf(db: Db, account: number, filter: ListFilter): Promise<Scope> {
  const { createdFrom, createdBefore, kinds, statuses, customMetadata, words } = filter
  return {
    account,
    from: createdFrom === null ? 0 : await firstSince(db, account, createdFrom),
    before: createdBefore === null ? END : await firstSince(db, account, createdBefore),
    buckets: bucketsOf(kinds, statuses),
    leaves: customMetadata === null ? [] : metadataLeaves(customMetadata),
    words: words ?? [],
    conditions: [],
  }
}

/** The ordinal of the first job created at `time` or later; END when there is none. */
async function firstSince(db: Db, account: number, time: number): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select('ordinal')
    .where('account', '=', account)
    .where('created_at', '>=', time)
    .orderBy('created_at')
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst()
  return row?.ordinal ?? END
}

/** Whether the counters alone answer the scope. */
export const isCounted = ({ leaves, words, conditions }: Scope): boolean =>
  leaves.length === 0 && words.length === 0 && conditions.length === 0

/** Whether jobs in every bucket match. */
export const hasAllBuckets = ({ buckets }: Scope): boolean => buckets.length === ALL_BUCKETS.length

/** Whether jobs of the scope's kinds match in every status. */
export const hasAllStatuses = ({ buckets }: Scope): boolean => otherStatuses(buckets).length === 0

/** The scope with every status of its kinds. */
export const withAllStatuses = (scope: Scope): Scope => ({
  ...scope,
  buckets: [...scope.buckets, ...otherStatuses(scope.buckets)],
})

/** The kinds of the scope's buckets, as `kindNumberOf` returns them. */
export const kindsOf = ({ buckets }: Scope): readonly number[] => [...new Set(buckets.map(kindNumberOf))]
