import type { Transaction } from 'kysely'
import type { DerivedFiles } from '../../jobs/stored-file.ts'
import type { Db, Schema } from '../schema.ts'
import { endUpload } from './upload-store.ts'

/** The files derived from a file for playback; null if there are none yet. */
export async function derivedOf(db: Db, account: number, source: string): Promise<DerivedFiles | null> {
  const rows = await db
    .selectFrom('derived_files')
    .select(['kind', 'file'])
    .where('account', '=', account)
    .where('source', '=', source)
    .execute()
  const ids = Object.fromEntries(rows.map(({ kind, file }) => [kind, file]))
  const { playback, peaks } = ids
  return playback === undefined || peaks === undefined ? null : { playback, peaks }
}

/**
 * Adds the files derived from a file, and deletes their entries in the table of uploads. Changes nothing and returns false if the file
 * was deleted, or another node has already added them.
 */
export async function addDerived(
  db: Transaction<Schema>,
  account: number,
  source: string,
  { playback, peaks }: DerivedFiles,
): Promise<boolean> {
  if (!(await lockSource(db, account, source)) || (await derivedOf(db, account, source)) !== null)
    return false
  for (const file of [playback, peaks]) await endUpload(db, file)
  await db
    .insertInto('derived_files')
    .values([
      { account, source, kind: 'playback', file: playback },
      { account, source, kind: 'peaks', file: peaks },
    ])
    .execute()
  return true
}

/** Locks the row of a file. Deletions also lock it before they delete derived files. @returns whether the row exists */
async function lockSource(db: Transaction<Schema>, account: number, source: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set((eb) => ({ jobs: eb.ref('jobs') }))
    .where('id', '=', source)
    .where('account', '=', account)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The kind of a clip: the part of a file that a share gives access to. */
const clipKind = (share: string) => `clip ${share}` as const

/** The id of the clip of a share; null if there is none yet. */
export async function clipOf(db: Db, account: number, source: string, share: string): Promise<string | null> {
  const row = await db
    .selectFrom('derived_files')
    .select('file')
    .where('account', '=', account)
    .where('source', '=', source)
    .where('kind', '=', clipKind(share))
    .executeTakeFirst()
  return row?.file ?? null
}

/** Adds a clip, as {@link addDerived} does. Also returns false if the share was deleted. */
export async function addClip(
  db: Transaction<Schema>,
  account: number,
  source: string,
  { share, file }: { readonly share: string; readonly file: string },
): Promise<boolean> {
  // Locks the share before the file, in the order of deletions.
  const { numUpdatedRows } = await db
    .updateTable('shares')
    .set((eb) => ({ opened_count: eb.ref('opened_count') }))
    .where('id', '=', share)
    .where('account', '=', account)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || !(await lockSource(db, account, source))) return false
  if ((await clipOf(db, account, source, share)) !== null) return false
  await endUpload(db, file)
  await db
    .insertInto('derived_files')
    .values({ account, source, kind: clipKind(share), file })
    .execute()
  return true
}

/** Deletes the clips of shares. @returns the files whose bytes the caller must delete */
export async function removeClips(
  db: Transaction<Schema>,
  account: number,
  shares: readonly { readonly id: string; readonly job_id: string }[],
): Promise<string[]> {
  const jobs = shares.map(({ job_id }) => job_id)
  const rows = await db
    .deleteFrom('derived_files')
    .where('account', '=', account)
    .where('source', 'in', (eb) => {
      const sourcesIn = (table: 'jobs' | 'trash') =>
        eb
          .selectFrom(table)
          .select((job) => job.ref('file_id').$notNull().as('file_id'))
          .where('id', 'in', jobs)
          .where('account', '=', account)
          .where('file_id', 'is not', null)
      return sourcesIn('jobs').unionAll(sourcesIn('trash'))
    })
    .where(
      'kind',
      'in',
      shares.map(({ id }) => clipKind(id)),
    )
    .returning('file')
    .execute()
  return rows.map(({ file }) => file)
}

/** Deletes the files derived from files whose rows were deleted. @returns the files whose bytes the caller must delete */
export async function removeDerived(
  db: Transaction<Schema>,
  account: number,
  sources: readonly string[],
): Promise<string[]> {
  const rows = await db
    .deleteFrom('derived_files')
    .where('account', '=', account)
    .where('source', 'in', sources)
    .returning('file')
    .execute()
  return rows.map(({ file }) => file)
}
