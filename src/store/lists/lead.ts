/** Chooses the index to follow for the jobs of a scope. */
import { otherStatuses } from '../../jobs/bucket.ts'
import type { Leaf } from '../../jobs/leaves.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countBuckets } from './counters.ts'
import { countLeaf } from './leaves.ts'
import { END, hasAllStatuses, kindsOf, type Scope } from './scope.ts'
import { valueOf } from './value-of.ts'

export interface Lead {
  /** The leaf whose index is followed; null for the index of buckets. */
  readonly lead: Leaf | null
  /** Number of matching jobs, if already known; null otherwise. */
  readonly matches: number | null
  /** A lower bound for the number of matching jobs. */
  readonly atLeast: number
}

/** The index to follow: that of the rarest leaf, or that of the buckets if they hold fewer jobs. */
export async function leadOf({ db }: Dialect, scope: Scope): Promise<Lead> {
  const { account, leaves, words, conditions, buckets, from, before } = scope
  // The index of words is followed, and there is no leaf that could show that nothing matches.
  if (words.length > 0 && leaves.length === 0) return { lead: null, matches: null, atLeast: 0 }
  const kinds = kindsOf(scope)
  const isAnyStatus = hasAllStatuses(scope)
  const [only] = leaves
  let atLeast = 0
  if (only !== undefined && leaves.length === 1 && words.length === 0 && conditions.length === 0) {
    const jobs = await valueOf(db, countLeaf(db, account, only, kinds, [from, before]))
    if (isAnyStatus) return { lead: only, matches: jobs, atLeast: jobs ?? 0 }
    const others = otherStatuses(buckets)
    const ofOthers = await valueOf(db, countBuckets(db, { ...scope, buckets: others }))
    atLeast = (jobs ?? 0) - ofOthers
  }
  let lead = isAnyStatus ? (only ?? null) : null
  let fewest = isAnyStatus
    ? Infinity
    : await valueOf(db, countBuckets(db, { ...scope, from: 0, before: END }))
  for (const leaf of leaves) {
    const jobs = (await valueOf(db, countLeaf(db, account, leaf, kinds, [0, END]))) ?? Infinity
    if (jobs < fewest) [lead, fewest] = [leaf, jobs]
  }
  return { lead, matches: fewest === 0 ? 0 : null, atLeast }
}
