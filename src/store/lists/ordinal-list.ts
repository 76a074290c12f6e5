/** Lists of ordinals that can count their entries and skip many of them at once. */
import { setImmediate } from 'node:timers/promises'
import type { Dialect } from '../databases/dialect.ts'
import { countBuckets, skipInBuckets } from './counters.ts'
import { intersectedList } from './intersected-list.ts'
import { leadOf } from './lead.ts'
import {
  byBucket,
  byLeaf,
  byWords,
  MAX_COUNTED_WORDS,
  type OrdinalList,
  type OrdinalQuery,
} from './ordinal-queries.ts'
import { isCounted, type Scope } from './scope.ts'
import { valueOf } from './value-of.ts'
import type { Db } from '../schema.ts'

/** Matches are counted up to this number; beyond it the total is unknown. */
const MAX_COUNTED = 100_000
/** Matches counted or skipped per statement if statements block the event loop (3 ms on SQLite), which runs in between. */
const BLOCKING_SLICE = 4_096

/** The jobs of a scope. */
export async function ordinalList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  return isCounted(scope) ? countedList(dialect, scope) : scannedList(dialect, scope)
}

/** The ordinals of the first `limit` jobs of a list in [from, before), newest first. */
export async function firstOrdinals(
  db: Db,
  list: OrdinalList,
  { from, before }: Pick<Scope, 'from' | 'before'>,
  limit: number,
): Promise<number[]> {
  const query = await list.query(from, before, limit)
  const rows = await db
    .selectFrom(query.as('found'))
    .select('found.ordinal')
    .orderBy('found.ordinal', 'desc')
    .execute()
  return rows.map(({ ordinal }) => ordinal)
}

/** Uses the counters, which know how many jobs there are and which is the nth one. */
function countedList({ db }: Dialect, scope: Scope): OrdinalList {
  return {
    total: async () => valueOf(db, countBuckets(db, scope)),
    skip: async (before, count) =>
      count === 0 ? before : valueOf(db, skipInBuckets(db, { ...scope, before }, count)),
    query: async (from, before, limit) => byBucket(db, { ...scope, from, before }, limit),
  }
}

/** Follows the most selective index and skips jobs one by one. */
async function scannedList(dialect: Dialect, scope: Scope): Promise<OrdinalList> {
  const { db } = dialect
  const { words, before, leaves } = scope
  const followed = await leadOf(dialect, scope)
  if (leaves.length > 1 && words.length === 0) return intersectedList(dialect, scope, followed, MAX_COUNTED)
  const { lead, matches, atLeast } = followed
  const query = (range: Scope, limit: number): OrdinalQuery => {
    if (words.length > 0) return byWords(dialect, range, limit)
    return lead === null ? byBucket(db, range, limit) : byLeaf(db, range, lead, limit)
  }

  /** Counts the first jobs below `bound`, up to `limit`, and finds the oldest of them. */
  const slice = async (bound: number, limit: number) =>
    db
      .selectFrom(query({ ...scope, before: bound }, limit).as('slice'))
      .select((eb) => [
        eb.fn.countAll<number>().as('jobs'),
        eb.fn.min<number | null>('slice.ordinal').as('oldest'),
      ])
      .executeTakeFirstOrThrow()
  /** Skips up to `count` jobs below `bound`. @returns how many were skipped, and the bound below them */
  const walk = async (bound: number, count: number) => {
    for (let passed = 0, below = bound; ;) {
      const limit = Math.min(dialect.isBlocking ? BLOCKING_SLICE : count, count - passed)
      const { jobs, oldest } = await slice(below, limit)
      passed += jobs
      below = oldest ?? below
      if (jobs < limit || passed === count) return { passed, below }
      await setImmediate()
    }
  }

  return {
    total: async () => {
      const max = words.length > 0 ? MAX_COUNTED_WORDS : MAX_COUNTED
      if (atLeast > max) return null
      if (matches !== null) return matches
      const { passed } = await walk(before, max + 1)
      return passed > max ? null : passed
    },
    skip: async (bound, count) => {
      if (count === 0) return bound
      const { passed, below } = await walk(bound, count)
      return passed === count && (await slice(below, 1)).jobs > 0 ? below : null
    },
    query: async (lowest, bound, limit) => query({ ...scope, from: lowest, before: bound }, limit),
  }
}
