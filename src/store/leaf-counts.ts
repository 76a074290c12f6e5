/**
 * The metadata of jobs, leaf by leaf, and how many jobs of an account have a leaf.
 *
 * The jobs of a leaf are numbered as they come, and the numbers that deleted ones leave behind are noted as gaps. So the
 * number of jobs in a range of ordinals is the distance between the numbers of its ends, less the gaps in between:
 * three looks at an index, whether ten jobs have the leaf or ten million.
 */
import type { ExpressionBuilder } from 'kysely'
import { metadataLeaves, type Leaf } from '../jobs/metadata-leaves.ts'
import { END } from './ordinal-counts.ts'
import type { Db, Schema } from './schema.ts'

/** So many gaps are counted; above, counting the jobs themselves is left to the caller. */
const COUNTED_GAPS = 1_000

/** Notes the leaves of a new job, the account's newest. */
export async function addLeaves(db: Db, account: number, ordinal: number, metadata: object): Promise<void> {
  const rows = []
  for (const leaf of metadataLeaves(metadata)) {
    const newest = await end(db, account, leaf, 'desc', 0, ordinal)
    rows.push({ account, ordinal, ...leaf, number: (newest?.number ?? 0) + 1 })
  }
  // At most 20,000 characters of metadata have some thousand leaves: one statement takes them all.
  if (rows.length > 0) await db.insertInto('job_metadata').values(rows).execute()
}

/**
 * Forgets the leaves of a job that is deleted. Gaps are kept between a leaf's oldest and newest job only: so nothing is
 * left of a leaf when its last job goes, and the newest job has the highest number there is.
 */
export async function removeLeaves(
  db: Db,
  account: number,
  ordinal: number,
  metadata: object,
): Promise<void> {
  for (const leaf of metadataLeaves(metadata)) {
    const { path, value } = leaf
    const { number } = await db
      .deleteFrom('job_metadata')
      .where(ofLeaf(account, leaf))
      .where('ordinal', '=', ordinal)
      .returning('number')
      .executeTakeFirstOrThrow()
    const oldest = (await end(db, account, leaf, 'asc', 0, END))?.number ?? Infinity
    const newest = (await end(db, account, leaf, 'desc', 0, END))?.number ?? 0
    if (oldest < number && number < newest) {
      await db.insertInto('job_metadata_gaps').values({ account, path, value, number }).execute()
      continue
    }
    const gaps = db.deleteFrom('job_metadata_gaps').where(ofLeaf(account, leaf))
    await (number > newest ? gaps.where('number', '>', newest) : gaps.where('number', '<', oldest)).execute()
  }
}

/** How many jobs in [from, before) have a leaf; null when too many of its jobs were deleted to tell quickly. */
export async function countLeaf(
  db: Db,
  account: number,
  leaf: Leaf,
  from: number,
  before: number,
): Promise<number | null> {
  const newest = await end(db, account, leaf, 'desc', from, before)
  const oldest = await end(db, account, leaf, 'asc', from, before)
  if (newest === undefined || oldest === undefined) return 0
  const gaps = await db
    .selectFrom('job_metadata_gaps')
    .select('number')
    .where(ofLeaf(account, leaf))
    .where('number', '>', oldest.number)
    .where('number', '<', newest.number)
    .limit(COUNTED_GAPS)
    .execute()
  return gaps.length < COUNTED_GAPS ? newest.number - oldest.number + 1 - gaps.length : null
}

/** The rows of one leaf, in either table. */
function ofLeaf(account: number, { path, value }: Leaf) {
  return (eb: ExpressionBuilder<Schema, 'job_metadata' | 'job_metadata_gaps'>) =>
    eb.and([eb('account', '=', account), eb('path', '=', path), eb('value', '=', value)])
}

/** The newest or oldest job in [from, before) with a leaf. */
async function end(
  db: Db,
  account: number,
  leaf: Leaf,
  direction: 'asc' | 'desc',
  from: number,
  before: number,
): Promise<{ number: number } | undefined> {
  return db
    .selectFrom('job_metadata')
    .select('number')
    .where(ofLeaf(account, leaf))
    .where('ordinal', '>=', from)
    .where('ordinal', '<', before)
    .orderBy('ordinal', direction)
    .limit(1)
    .executeTakeFirst()
}
