/**
 * The metadata of jobs, leaf by leaf, and how many jobs of an account have a leaf.
 *
 * The jobs of a kind that have a leaf are numbered as they come, and the numbers that deleted ones leave behind are
 * noted as gaps. So their number in a range of ordinals is the distance between the numbers of its ends, less the gaps
 * in between: three looks at an index, whether ten jobs have the leaf or ten million.
 */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { kindNumberOf } from '../../jobs/bucket.ts'
import { metadataLeaves, type Leaf } from '../../jobs/metadata-leaves.ts'
import { END } from './scope.ts'
import type { Db, Schema } from '../schema.ts'

/** So many gaps are counted; above, counting the jobs themselves is left to the caller. */
const COUNTED_GAPS = 1_000
/** Leaves noted at a time: a statement of SQLite may have 32,766 values, and a leaf brings 11. */
const LEAVES_A_STATEMENT = 1_000

/** Where the leaves of a job are noted. */
interface Place {
  readonly account: number
  readonly ordinal: number
  readonly bucket: number
}

/** The jobs of one kind that have a leaf. */
interface Run extends Leaf {
  readonly account: number
  readonly kind: number
}

/** Notes the leaves of a new job, the account's newest. */
export async function addLeaves(
  db: Db,
  { account, ordinal, bucket }: Place,
  metadata: object,
): Promise<void> {
  const runs = metadataLeaves(metadata).map((leaf) => ({ account, ...leaf, kind: kindNumberOf(bucket) }))
  for (let i = 0; i < runs.length; i += LEAVES_A_STATEMENT) {
    const rows = runs.slice(i, i + LEAVES_A_STATEMENT)
    await db
      .insertInto('job_leaves')
      .values(rows.map((run) => ({ ...run, ordinal, number: nextNumber(db, run) })))
      .execute()
  }
}

/** One more than the number of the newest job of a run. */
function nextNumber(db: Db, run: Run): RawBuilder<number> {
  const newest = db
    .selectFrom('job_leaves')
    .select('number')
    .where(inRun(run))
    .orderBy('ordinal', 'desc')
    .limit(1)
  return sql<number>`coalesce(${newest}, 0) + 1`
}

/**
 * Forgets the leaves of a job that is deleted. Gaps are kept between the oldest and the newest job of a run only: so
 * nothing is left of it when its last job goes, and the newest job has the highest number there is.
 */
export async function removeLeaves(
  db: Db,
  { account, ordinal, bucket }: Place,
  metadata: object,
): Promise<void> {
  for (const leaf of metadataLeaves(metadata)) {
    const run = { account, ...leaf, kind: kindNumberOf(bucket) }
    const { number } = await db
      .deleteFrom('job_leaves')
      .where(inRun(run))
      .where('ordinal', '=', ordinal)
      .returning('number')
      .executeTakeFirstOrThrow()
    const oldest = (await end(db, run, 'asc', 0, END)) ?? Infinity
    const newest = (await end(db, run, 'desc', 0, END)) ?? 0
    if (oldest < number && number < newest) {
      await db
        .insertInto('job_leaf_gaps')
        .values({ ...run, number })
        .execute()
      continue
    }
    const gaps = db.deleteFrom('job_leaf_gaps').where(inRun(run))
    await (number > newest ? gaps.where('number', '>', newest) : gaps.where('number', '<', oldest)).execute()
  }
}

/**
 * How many jobs in [from, before) have a leaf and are of one of some kinds; null when too many of them were deleted to
 * tell quickly.
 * @param kinds as `kindNumberOf` gives them
 */
export async function countLeaf(
  db: Db,
  account: number,
  leaf: Leaf,
  kinds: readonly number[],
  [from, before]: readonly [number, number],
): Promise<number | null> {
  let jobs = 0
  for (const kind of kinds) {
    const run = { account, ...leaf, kind }
    const newest = await end(db, run, 'desc', from, before)
    const oldest = await end(db, run, 'asc', from, before)
    if (newest === undefined || oldest === undefined) continue
    const gaps = await db
      .selectFrom('job_leaf_gaps')
      .select('number')
      .where(inRun(run))
      .where('number', '>', oldest)
      .where('number', '<', newest)
      .limit(COUNTED_GAPS)
      .execute()
    if (gaps.length === COUNTED_GAPS) return null
    jobs += newest - oldest + 1 - gaps.length
  }
  return jobs
}

/** The rows of a run, in either table. */
function inRun({ account, path, value, kind }: Run) {
  return (eb: ExpressionBuilder<Schema, 'job_leaves' | 'job_leaf_gaps'>) =>
    eb.and([
      eb('account', '=', account),
      eb('path', '=', path),
      eb('value', '=', value),
      eb('kind', '=', kind),
    ])
}

/** The number of the newest or oldest job of a run in [from, before). */
async function end(
  db: Db,
  run: Run,
  direction: 'asc' | 'desc',
  from: number,
  before: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('job_leaves')
    .select('number')
    .where(inRun(run))
    .where('ordinal', '>=', from)
    .where('ordinal', '<', before)
    .orderBy('ordinal', direction)
    .limit(1)
    .executeTakeFirst()
  return row?.number
}
