/** Lists of ordinals that know how many they are and can pass over many at once. */
import { setImmediate } from 'node:timers/promises'
import { otherStatuses } from '../../jobs/bucket.ts'
import type { Leaf } from '../../jobs/metadata-leaves.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countLeaf } from './leaves.ts'
import { END, rank, select } from './counters.ts'
import {
  hasAllStatuses,
  inBuckets,
  kindsOf,
  type OrdinalQuery,
  type Scope,
  withLeaf,
  withWords,
} from './ordinal-queries.ts'

/** Up to here the matches of metadata are counted; above, their number is not told. */
const COUNTED_MATCHES = 100_000
/** The same for words, which take 1.5 µs each on SQLite and 4 on PostgreSQL. */
const COUNTED_WITH_WORDS = 10_000
/** Matches counted or passed over at a time, the event loop left free in between: 3 ms on SQLite. */
const SLICE = 4_096

/** The matching jobs by ordinal, newest first. */
export interface OrdinalList {
  /** How many there are; null when they are too many to count. */
  total(): Promise<number | null>
  /** The bound that remains below `before` once `count` jobs are passed over; null when no job lies below it. */
  skip(before: number, count: number): Promise<number | null>
  /** A query for the first `limit` jobs in [from, before). */
  query(from: number, before: number, limit: number): OrdinalQuery
}

/** The jobs of a scope. */
export async function ordinalList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  if (scope.leaves.length === 0 && scope.words.length === 0) return countedList(dialect, scope)
  return scannedList(dialect, scope)
}

/** Without metadata and words: counters know how many jobs there are, and where the nth is. */
function countedList({ db }: Dialect, scope: Scope): OrdinalList {
  const { account, buckets, from, before } = scope
  const rankOf = async (bound: number) => rank(db, account, buckets, bound)
  return {
    total: async () => Math.max(0, (await rankOf(before)) - (await rankOf(from))),
    skip: async (bound, count) => {
      if (count === 0) return bound
      const index = (await rankOf(bound)) - 1 - count
      if (index < (await rankOf(from))) return null
      const ordinal = await select(db, account, buckets, index)
      return ordinal === null ? null : ordinal + 1
    },
    query: (lowest, bound, limit) => inBuckets(db, { ...scope, from: lowest, before: bound }, limit),
  }
}

/** With metadata or words: the index of these leads, and the jobs are passed over one by one. */
async function scannedList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  const { db } = dialect
  const { words, before } = scope
  const { lead, matches, least } = await leadOf(dialect, scope)
  const query = (range: Scope, limit: number): OrdinalQuery => {
    if (words.length > 0) return withWords(dialect, range, limit)
    return lead === null ? inBuckets(db, range, limit) : withLeaf(db, range, lead, limit)
  }

  /** How many jobs the first `limit` below `bound` are, and the oldest of them. */
  const slice = async (bound: number, limit: number) =>
    db
      .selectFrom(query({ ...scope, before: bound }, limit).as('slice'))
      .select((eb) => [
        eb.fn.countAll<number>().as('jobs'),
        eb.fn.min<number | null>('slice.ordinal').as('oldest'),
      ])
      .executeTakeFirstOrThrow()
  /** The bound below the first `count` jobs below `bound`, and how many of them there are. */
  const walk = async (bound: number, count: number) => {
    for (let passed = 0, below = bound; ;) {
      const limit = Math.min(SLICE, count - passed)
      const { jobs, oldest } = await slice(below, limit)
      passed += jobs
      below = oldest ?? below
      if (jobs < limit || passed === count) return { passed, below }
      await setImmediate()
    }
  }

  return {
    total: async () => {
      const most = words.length > 0 ? COUNTED_WITH_WORDS : COUNTED_MATCHES
      if (least > most) return null
      if (matches !== null) return matches
      const { passed } = await walk(before, most + 1)
      return passed > most ? null : passed
    },
    skip: async (bound, count) => {
      if (count === 0) return bound
      const { passed, below } = await walk(bound, count)
      return passed === count && (await slice(below, 1)).jobs > 0 ? below : null
    },
    query: (lowest, bound, limit) => query({ ...scope, from: lowest, before: bound }, limit),
  }
}

interface Lead {
  /** The leaf whose index leads to the matching jobs; null for the buckets'. */
  readonly lead: Leaf | null
  /** How many jobs match, where that is known already. */
  readonly matches: number | null
  /** So many match for certain. */
  readonly least: number
}

/** What leads to the matching jobs: the leaf that fewest jobs have, or the buckets when they hold fewer. */
async function leadOf({ db }: Dialect, scope: Scope): Promise<Lead> {
  const { account, leaves, words, buckets, from, before } = scope
  const kinds = kindsOf(scope)
  const [only] = leaves
  let least = 0
  if (only !== undefined && leaves.length === 1 && words.length === 0) {
    const jobs = await countLeaf(db, account, only, kinds, [from, before])
    if (hasAllStatuses(scope)) return { lead: only, matches: jobs, least: jobs ?? 0 }
    const others = otherStatuses(buckets)
    const ofOthers = (await rank(db, account, others, before)) - (await rank(db, account, others, from))
    least = (jobs ?? 0) - ofOthers
  }
  let lead = hasAllStatuses(scope) ? (only ?? null) : null
  let fewest = hasAllStatuses(scope) ? Infinity : await rank(db, account, buckets, END)
  for (const leaf of leaves) {
    const jobs = (await countLeaf(db, account, leaf, kinds, [0, END])) ?? Infinity
    if (jobs < fewest) [lead, fewest] = [leaf, jobs]
  }
  return { lead, matches: fewest === 0 ? 0 : null, least }
}
