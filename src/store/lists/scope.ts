import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListFilter } from '../../contract/list-query.ts'
import { ALL_BUCKETS, bucketsOf, kindNumberOf, otherStatuses } from '../../jobs/bucket.ts'
import {
  type Leaf,
  customMetadataLeaves,
  LANGUAGE_MARK,
  languageTag,
  TAG_PATH,
  tagLeaves,
} from '../../jobs/leaves.ts'
import type { Given } from '../given.ts'
import type { Db, Schema } from '../schema.ts'

/** An upper bound that includes every job. */
export const END = Number.MAX_SAFE_INTEGER

/** A condition on the row of a job. */
type RowCondition = (eb: ExpressionBuilder<Schema, 'jobs'>) => ExpressionWrapper<Schema, 'jobs', SqlBool>

/** A filter resolved for an account. A job matches if it meets all of it. */
export interface Scope<Bounds = number> extends Conditions {
  readonly account: Given<number>
  /** Ordinals in [from, before). */
  readonly from: Bounds
  readonly before: Bounds
}

/** What a filter requires of a job, apart from its creation time. */
export interface Conditions {
  readonly buckets: readonly number[]
  /** Leaves of metadata and tags. */
  readonly leaves: readonly Leaf[]
  /** As returned by `searchWords`. */
  readonly words: readonly string[]
  /** Conditions on other columns of `jobs`. No index supports them, so they are checked job by job. */
  readonly conditions: readonly RowCondition[]
}

/** The conditions of a filter. */
export function conditionsOf({
  kinds,
  statuses,
  customMetadata,
  tags,
  language,
  errorCodes,
  words,
}: ListFilter): Conditions {
  return {
    // Only failed jobs have a code, and an account has few of them.
    buckets: bucketsOf(kinds, statuses ?? (errorCodes && ['error'])),
    leaves: [
      ...customMetadataLeaves(customMetadata ?? {}),
      ...tagLeaves([...(tags ?? []), ...(language === null ? [] : [languageTag(language)])]),
    ],
    words: words ?? [],
    conditions: errorCodes === null ? [] : [(eb) => eb.between('jobs.error_code', ...errorCodes)],
  }
}

/** Resolves a filter. Dates become ordinals, which follow the order of creation. */
export async function scopeOf(db: Db, account: number, filter: ListFilter): Promise<Scope> {
  const { createdFrom, createdBefore } = filter
  const isBounded = createdFrom !== null || createdBefore !== null
  const [bounds] = isBounded ? (await boundsOf(db, account, createdFrom, createdBefore).execute(db)).rows : []
  return {
    ...conditionsOf(filter),
    account,
    from: bounds?.lower ?? 0,
    before: bounds?.upper ?? END,
  }
}

/** A query for the ordinals in [lower, upper) of the jobs created at `from` or later, and before `before`. */
export function boundsOf(
  db: Db,
  account: Given<number>,
  from: Given<number> | null,
  before: Given<number> | null,
): RawBuilder<{ lower: number; upper: number }> {
  const lower = from === null ? sql.lit(0) : firstSince(db, account, from)
  const upper = before === null ? sql.lit(END) : firstSince(db, account, before)
  return sql`
    select lower, case when upper < lower then lower else upper end as upper
    from (select ${lower} as lower, ${upper} as upper from accounts where id = ${account}) as bounds`
}

/** The ordinal of the first job created at `time` or later; if there is none, that of the account's next job. */
function firstSince(db: Db, account: Given<number>, time: Given<number>): RawBuilder<number> {
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

/** Whether the counters alone are enough to count the jobs of a scope. */
export const isCounted = ({ leaves, words, conditions }: Conditions): boolean =>
  leaves.length === 0 && words.length === 0 && conditions.length === 0

/** Whether a job can begin to match when it is done. */
export const isOfTranscript = ({ words, leaves }: Conditions): boolean =>
  words.length > 0 || leaves.some(({ path, value }) => path === TAG_PATH && value.startsWith(LANGUAGE_MARK))

/** Whether jobs of every kind and status match. */
export const hasAllBuckets = ({ buckets }: Conditions): boolean => buckets.length === ALL_BUCKETS.length

/** Whether jobs of the scope's kinds match with every status. */
export const hasAllStatuses = ({ buckets }: Conditions): boolean => otherStatuses(buckets).length === 0

/** The scope with every status of its kinds. */
export const withAllStatuses = (scope: Scope): Scope => ({
  ...scope,
  buckets: [...scope.buckets, ...otherStatuses(scope.buckets)],
})

/** The kinds of the scope's buckets, as `kindNumberOf` returns them. */
export const kindsOf = ({ buckets }: Conditions): readonly number[] => [...new Set(buckets.map(kindNumberOf))]
