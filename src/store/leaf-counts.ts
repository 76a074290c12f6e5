/**
 * The metadata of jobs, leaf by leaf, and how many jobs of an account have a leaf.
 *
 * The jobs of a leaf are numbered as they come, and the numbers that deleted ones leave behind are noted as gaps. So the
 * number of jobs in a range of ordinals is the distance between the numbers of its ends, less the gaps in between:
 * three looks at an index, whether ten jobs have the leaf or ten million.
 */
import { metadataLeaves, type Leaf } from '../jobs/metadata-leaves.ts'
import type { Db } from './schema.ts'

/** So many gaps are counted; above, counting the jobs themselves is left to the caller. */
const COUNTED_GAPS = 1_000

/** Notes the leaves of a new job, the account's newest. */
export async function addLeaves(db: Db, account: number, ordinal: number, metadata: object): Promise<void> {
  const rows = []
  for (const leaf of metadataLeaves(metadata)) {
    const newest = await end(db, account, leaf, 'desc', 0, ordinal)
    const gap = await db
      .selectFrom('job_metadata_gaps')
      .select('number')
      .where('account', '=', account)
      .where('path', '=', leaf.path)
      .where('value', '=', leaf.value)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    rows.push({ account, ordinal, ...leaf, number: Math.max(newest?.number ?? 0, gap?.number ?? 0) + 1 })
  }
  // At most 2,000 characters of metadata have a few hundred leaves: one statement takes them all.
  if (rows.length > 0) await db.insertInto('job_metadata').values(rows).execute()
}

/** Forgets the leaves of a job that is deleted. */
export async function removeLeaves(
  db: Db,
  account: number,
  ordinal: number,
  metadata: object,
): Promise<void> {
  for (const { path, value } of metadataLeaves(metadata)) {
    const { number } = await db
      .deleteFrom('job_metadata')
      .where('account', '=', account)
      .where('path', '=', path)
      .where('value', '=', value)
      .where('ordinal', '=', ordinal)
      .returning('number')
      .executeTakeFirstOrThrow()
    await db.insertInto('job_metadata_gaps').values({ account, path, value, number }).execute()
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
    .where('account', '=', account)
    .where('path', '=', leaf.path)
    .where('value', '=', leaf.value)
    .where('number', '>', oldest.number)
    .where('number', '<', newest.number)
    .limit(COUNTED_GAPS)
    .execute()
  return gaps.length < COUNTED_GAPS ? newest.number - oldest.number + 1 - gaps.length : null
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
    .where('account', '=', account)
    .where('path', '=', leaf.path)
    .where('value', '=', leaf.value)
    .where('ordinal', '>=', from)
    .where('ordinal', '<', before)
    .orderBy('ordinal', direction)
    .limit(1)
    .executeTakeFirst()
}
