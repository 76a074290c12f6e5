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
  // Locks the row, which is also changed before what was made of the file is deleted.
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set((eb) => ({ jobs: eb.ref('jobs') }))
    .where('id', '=', source)
    .where('account', '=', account)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || (await derivedOf(db, account, source)) !== null) return false
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
