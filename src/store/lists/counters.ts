/**
 * Rank and select over the ordinals of an account's jobs: how many jobs in a set of buckets come before an ordinal, and
 * which is the nth. The time does not grow with the number of jobs.
 *
 * The counters form a radix tree: a row counts the jobs of one bucket in a block of 256, 65,536 or 16,777,216
 * ordinals. Rank adds up at most 255 blocks on each level and one range of the index; select walks down the levels.
 * Blocks are ranges of ordinals, not of time, so that a day with a third of all jobs costs no more than another
 * (10M jobs, offset 9,000,000: 0.6 ms, against 228 ms for a plain OFFSET and 9.8 ms for blocks of a day).
 */
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { END } from './scope.ts'

const BLOCK_BITS = [8, 16, 24] as const
const LEVELS = [1, 2, 3] as const
type Level = (typeof LEVELS)[number]

const blockOf = (ordinal: number, level: Level): number => Math.floor(ordinal / blockSize(level))
const blockSize = (level: Level): number => 2 ** BLOCK_BITS[level - 1]!

/** One job more (`by: 1`) or less (`by: -1`) in a bucket. */
export interface CountChange {
  readonly account: number
  readonly ordinal: number
  readonly bucket: number
  readonly by: 1 | -1
}

/** Updates the counters, in the transaction that changes the jobs. */
export async function changeCounts(db: Db, changes: readonly CountChange[]): Promise<void> {
  const rows = changes.flatMap(({ account, ordinal, bucket, by }) =>
    LEVELS.map((level) => ({ account, level, bucket, block: blockOf(ordinal, level), jobs: by })),
  )
  await db
    .insertInto('job_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'level', 'bucket', 'block'])
        .doUpdateSet({ jobs: sql`job_counts.jobs + excluded.jobs` }),
    )
    .execute()
}

/** How many jobs in `buckets` have an ordinal below `end`. */
export async function rank(
  db: Db,
  account: number,
  buckets: readonly number[],
  end: number,
): Promise<number> {
  const blocks = (level: Level) =>
    db
      .selectFrom('job_counts')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jobs'), sql.lit(0)).as('jobs'))
      .where('account', '=', account)
      .where('level', '=', level)
      .where('bucket', 'in', buckets)
  if (end === END) return (await blocks(3).executeTakeFirstOrThrow()).jobs

  if (end === 0) return 0

  // Each level counts from where the level above it ends to the last whole block below `end`.
  const from = (level: 1 | 2): number => blockOf(end, (level + 1) as Level) * 256
  const parts = await blocks(3)
    .where('block', '<', blockOf(end, 3))
    .unionAll(blocks(2).where('block', '>=', from(2)).where('block', '<', blockOf(end, 2)))
    .unionAll(blocks(1).where('block', '>=', from(1)).where('block', '<', blockOf(end, 1)))
    .unionAll(
      db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('jobs'))
        .where('account', '=', account)
        .where('bucket', 'in', buckets)
        .where('ordinal', '>=', blockOf(end, 1) * 256)
        .where('ordinal', '<', end),
    )
    .execute()
  return parts.reduce((sum, part) => sum + part.jobs, 0)
}

/** The ordinal of the job in `buckets` with `index` others before it; null when there are fewer. */
export async function select(
  db: Db,
  account: number,
  buckets: readonly number[],
  index: number,
): Promise<number | null> {
  let before = index
  let parent: number | null = null
  for (const level of LEVELS.toReversed()) {
    let query = db
      .selectFrom('job_counts')
      .select((eb) => ['block', eb.fn.sum<number>('jobs').as('jobs')])
      .where('account', '=', account)
      .where('level', '=', level)
      .where('bucket', 'in', buckets)
      .groupBy('block')
      .orderBy('block')
    if (parent !== null)
      query = query.where('block', '>=', parent * 256).where('block', '<', (parent + 1) * 256)
    let found: number | null = null
    for (const row of await query.execute()) {
      if (before < row.jobs) {
        found = row.block
        break
      }
      before -= row.jobs
    }
    if (found === null) return null
    parent = found
  }
  const first = (parent ?? 0) * blockSize(1)
  const row = await db
    .selectFrom('jobs')
    .select('ordinal')
    .where('account', '=', account)
    .where('bucket', 'in', buckets)
    .where('ordinal', '>=', first)
    .where('ordinal', '<', first + blockSize(1))
    .orderBy('ordinal')
    .limit(1)
    .offset(before)
    .executeTakeFirst()
  return row?.ordinal ?? null
}
