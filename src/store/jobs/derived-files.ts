import type { Transaction } from 'kysely'
import type { DerivedFiles } from '../../jobs/stored-file.ts'
import type { Db, Schema } from '../schema.ts'
import { endUpload } from './upload-store.ts'

/** What was made of a file; null while nothing was. */
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
 * Adds what was made of a file, and deletes its entries in the table of uploads; false, and no change, when the file has been
 * deleted, or another node was first.
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

/** Locks the row of a file, which is also changed before what was made of the file is deleted. @returns whether there is one */
async function lockSource(db: Transaction<Schema>, account: number, source: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set((eb) => ({ jobs: eb.ref('jobs') }))
    .where('id', '=', source)
    .where('account', '=', account)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The kind of the part of a file that a share lets be heard. */
const clipKind = (share: string) => `clip ${share}` as const

/** The file with the part of another one that a share lets be heard; null while there is none. */
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

/** Adds it as {@link addDerived} does; false, and no change, also when the share has been deleted. */
export async function addClip(
  db: Transaction<Schema>,
  account: number,
  source: string,
  { share, file }: { readonly share: string; readonly file: string },
): Promise<boolean> {
  // Locks the row: shares are deleted before files.
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

/** Deletes the parts of files that shares let be heard. @returns the files whose bytes are to be deleted */
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

/** Deletes what was made of files, after their rows. @returns the files whose bytes the caller has to delete */
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
