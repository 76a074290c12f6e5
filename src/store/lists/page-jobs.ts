/**
 * The jobs of a page that is streamed: those that matched in a snapshot, although jobs end while the page is sent.
 *
 * A finished job keeps its place until it is deleted, unless its transcript is corrected while a list by words is sent, or its tags change
 * while a list by tags is sent. An unfinished job may enter or leave the filter when it ends, because its status changes and it may get
 * words. So unfinished jobs are read in the snapshot, with their buckets, and finished ones when they are sent.
 */
import { setImmediate } from 'node:timers/promises'
import { isFinished } from '../../jobs/bucket.ts'
import type { Dialect } from '../databases/dialect.ts'
import { firstOrdinals, ordinalList } from './ordinal-list.ts'
import { byBucket } from './ordinal-queries.ts'
import { hasAllStatuses, isOfTranscript, type Scope, withAllStatuses } from './scope.ts'

/** Ordinals read per query, which takes less than 3 ms on SQLite. */
const BATCH = 512
/** Ordinals read per query within the transaction of the snapshot, which waits for all of them. */
const UNFINISHED_BATCH = 4_096

export interface PageJobs {
  /** The ordinals in batches, newest first. */
  readonly ordinals: Iterable<readonly number[]> | AsyncIterable<readonly number[]>
  /** The buckets of the jobs that were unfinished in the snapshot, by ordinal. */
  readonly unfinished: ReadonlyMap<number, number>
}

/**
 * The jobs of a scope.
 * @param view the snapshot
 * @param reader reads the ordinals of finished jobs later
 */
export async function pageJobs(view: Dialect, reader: Dialect, scope: Scope): Promise<PageJobs> {
  const isStable = hasAllStatuses(scope) && !isOfTranscript(scope) && scope.conditions.length === 0
  if (isStable) return { ordinals: ordinalsOf(reader, scope), unfinished: new Map() }

  const unfinishedOf = async (part: Scope) =>
    bucketsOf(view, { ...part, buckets: part.buckets.filter((bucket) => !isFinished(bucket)) })
  const others = await unfinishedOf({ ...withAllStatuses(scope), leaves: [], conditions: [] })
  const unfinished = isOfTranscript(scope) ? new Map<number, number>() : await unfinishedOf(scope)
  // A scope with every status needs no check of each job's status.
  const finished = hasAllStatuses(scope) ? scope : { ...scope, buckets: scope.buckets.filter(isFinished) }
  return {
    ordinals: withUnfinished(ordinalsOf(reader, finished), others, [...unfinished.keys()]),
    unfinished,
  }
}

/** The buckets of the jobs of a scope by ordinal, newest first. Does not check words. */
async function bucketsOf({ db }: Dialect, scope: Scope): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  if (scope.buckets.length === 0) return found
  for (let { before } = scope; ;) {
    const query = byBucket(db, { ...scope, before }, UNFINISHED_BATCH)
    const rows = await db
      .selectFrom('jobs')
      .select(['ordinal', 'bucket'])
      .where('account', '=', scope.account)
      .where('ordinal', 'in', (eb) => eb.selectFrom(query.as('found')).select('found.ordinal'))
      .orderBy('ordinal', 'desc')
      .execute()
    for (const { ordinal, bucket } of rows) found.set(ordinal, bucket)
    if (rows.length < UNFINISHED_BATCH) return found
    before = rows.at(-1)!.ordinal
    await setImmediate()
  }
}

/** The ordinals of a scope, newest first. */
async function* ordinalsOf(reader: Dialect, scope: Scope): AsyncGenerator<readonly number[]> {
  if (scope.buckets.length === 0) return
  const list = await ordinalList(reader, scope)
  for (let { before } = scope; ;) {
    const ordinals = await firstOrdinals(reader.db, list, { ...scope, before }, BATCH)
    if (ordinals.length > 0) yield ordinals
    if (ordinals.length < BATCH) return
    before = ordinals.at(-1)!
  }
}

/**
 * Merges the ordinals of finished and unfinished jobs, both newest first.
 * @param ended jobs to leave out of the finished ones, by ordinal, because they were unfinished in the snapshot
 */
async function* withUnfinished(
  finished: AsyncIterable<readonly number[]>,
  ended: ReadonlyMap<number, number>,
  unfinished: readonly number[],
): AsyncGenerator<readonly number[]> {
  let next = 0
  for await (const batch of finished) {
    const oldest = batch.at(-1)!
    const begin = next
    while (next < unfinished.length && unfinished[next]! > oldest) next++
    const all = [...batch.filter((ordinal) => !ended.has(ordinal)), ...unfinished.slice(begin, next)]
    yield* batches(all.toSorted((a, b) => b - a))
  }
  yield* batches(unfinished.slice(next))
}

function* batches(ordinals: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < ordinals.length; i += BATCH) yield ordinals.slice(i, i + BATCH)
}
