/** Lists of ordinals that know how many they are and can pass over many at once. */
import { setImmediate } from 'node:timers/promises'
import type { Leaf } from '../jobs/metadata-leaves.ts'
import type { Dialect } from './dialect.ts'
import { countLeaf } from './leaf-counts.ts'
import { END, rank, select } from './ordinal-counts.ts'
import {
  hasAllBuckets,
  inBuckets,
  type OrdinalQuery,
  type Scope,
  withLeaf,
  withWords,
} from './ordinal-queries.ts'
import type { Db } from './schema.ts'

/** Up to here the matches of metadata or words are counted; above, their number is not told. */
const COUNTED_MATCHES = 100_000
/** Matches counted or passed over at a time, the event loop left free in between: 3 ms on SQLite. */
const SLICE = 4_096

/** The matching jobs by ordinal, newest first. */
export interface OrdinalList {
  /** How many there are; null when they are too many to count. */
  total(): Promise<number | null>
  /** The bound that remains below `before` once `count` jobs are passed over; null when no job lies below it. */
  skip(before: number, count: number): Promise<number | null>
  /** The first `limit` jobs in [from, before). */
  ordinals(from: number, before: number, limit: number): Promise<number[]>
}

/** The jobs of a scope. */
export async function ordinalList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  if (scope.leaves.length === 0 && scope.words.length === 0) return countedList(dialect, scope)
  return scannedList(dialect, scope)
}

/** Without metadata and words: counters know how many jobs there are, and where the nth is. */
function countedList({ db }: Dialect, scope: Scope): OrdinalList {
  const { account, buckets, from, before } = scope
  const rankOf = async (bound: number) => (bound === 0 ? 0 : rank(db, account, buckets, bound))
  return {
    total: async () => Math.max(0, (await rankOf(before)) - (await rankOf(from))),
    skip: async (bound, count) => {
      if (count === 0) return bound
      const index = (await rankOf(bound)) - 1 - count
      if (index < (await rankOf(from))) return null
      const ordinal = await select(db, account, buckets, index)
      return ordinal === null ? null : ordinal + 1
    },
    ordinals: async (lowest, bound, limit) =>
      run(db, inBuckets(db, { ...scope, from: lowest, before: bound }, limit)),
  }
}

/** With metadata or words: the index of these leads, and the jobs are passed over one by one. */
async function scannedList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  const { db } = dialect
  const { words, before } = scope
  const { lead, matches } = await leadOf(dialect, scope)
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
      if (matches !== null) return matches > COUNTED_MATCHES ? null : matches
      const { passed } = await walk(before, COUNTED_MATCHES + 1)
      return passed > COUNTED_MATCHES ? null : passed
    },
    skip: async (bound, count) => {
      if (count === 0) return bound
      const { passed, below } = await walk(bound, count)
      return passed === count && (await slice(below, 1)).jobs > 0 ? below : null
    },
    ordinals: async (lowest, bound, limit) =>
      run(db, query({ ...scope, from: lowest, before: bound }, limit)),
  }
}

/**
 * What leads to the matching jobs: the leaf that fewest jobs have, or null for the buckets when they hold fewer. With it
 * the number of matches, where that is known already.
 */
async function leadOf({ db }: Dialect, scope: Scope): Promise<{ lead: Leaf | null; matches: number | null }> {
  const { account, leaves, words, buckets, from, before } = scope
  const [only] = leaves
  if (only !== undefined && leaves.length === 1 && words.length === 0 && hasAllBuckets(scope)) {
    return { lead: only, matches: await countLeaf(db, account, only, from, before) }
  }
  let lead = hasAllBuckets(scope) ? (only ?? null) : null
  let fewest = hasAllBuckets(scope) ? Infinity : await rank(db, account, buckets, END)
  for (const leaf of leaves) {
    const jobs = (await countLeaf(db, account, leaf, 0, END)) ?? Infinity
    if (jobs < fewest) [lead, fewest] = [leaf, jobs]
  }
  return { lead, matches: fewest === 0 ? 0 : null }
}

async function run(db: Db, query: OrdinalQuery): Promise<number[]> {
  const rows = await db
    .selectFrom(query.as('found'))
    .select('found.ordinal')
    .orderBy('found.ordinal', 'desc')
    .execute()
  return rows.map((row) => row.ordinal)
}
