import type { Kysely, Transaction } from 'kysely'
import type { NodeId } from '../../jobs/node.ts'
import { AbandonedFileError } from '../../jobs/stored-file.ts'
import type { Schema } from '../schema.ts'

/**
 * Keeps an entry for each file whose bytes have no row in `files`. The entry exists from before the first byte is written until the
 * transaction that adds the row, and again from the transaction that deletes the row until the bytes are deleted. So bytes always have a
 * row or an entry.
 */
export class UploadStore {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /** Adds the entry of a file that a node is about to receive. Durable on return. */
  async begin(file: string, node: NodeId): Promise<void> {
    await this.#db.insertInto('uploads').values({ file, owner: node, created_at: Date.now() }).execute()
  }

  /** Gives up a file unless its row has been added. @returns whether the caller must delete its bytes */
  async release(file: string): Promise<boolean> {
    // Waits for the transaction that adds the row, which may still be running if its connection broke.
    const { numUpdatedRows } = await this.#db
      .updateTable('uploads')
      .set({ owner: null })
      .where('file', '=', file)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return true
    const rows = await this.#db
      .selectFrom('files')
      .select('id')
      .where('id', '=', file)
      .unionAll((db) => db.selectFrom('derived_files').select('file as id').where('file', '=', file))
      .execute()
    return rows.length === 0
  }

  /** Gives up at most `limit` files of dead nodes. @returns these and other given-up files; the caller must delete their bytes */
  async releaseAbandoned(limit: number): Promise<string[]> {
    // Before the bytes are deleted: after this, a node that was suspended can no longer add the row of the file.
    const rows = await this.#db
      .updateTable('uploads')
      .set({ owner: null })
      .where('file', 'in', (db) =>
        db
          .selectFrom('uploads')
          .leftJoin('nodes', (join) => join.onRef('nodes.id', '=', 'uploads.owner').on('nodes.dead', '=', 0))
          .select('file')
          .where('nodes.id', 'is', null)
          .limit(limit),
      )
      .returning('file')
      .execute()
    return rows.map(({ file }) => file)
  }

  /** Whether there are deleted files whose bytes still have to be deleted. */
  async isRemoving(): Promise<boolean> {
    const some = await this.#db
      .selectFrom('uploads')
      .select('file')
      .where('owner', 'is', null)
      .limit(1)
      .execute()
    return some.length > 0
  }

  /** Deletes the entry of a file whose bytes have been deleted. */
  async forget(file: string): Promise<void> {
    await this.#db.deleteFrom('uploads').where('file', '=', file).execute()
  }
}

/** Adds the entries of files whose rows are deleted in the same transaction. */
export async function removeBytes(db: Transaction<Schema>, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const created_at = Date.now()
  await db
    .insertInto('uploads')
    .values(files.map((file) => ({ file, owner: null, created_at })))
    .execute()
}

/**
 * Deletes the entry of a file, in the transaction that adds its row.
 * @throws {AbandonedFileError} if there is no entry, or the file was given up
 */
export async function endUpload(db: Transaction<Schema>, file: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('file', '=', file)
    .where('owner', 'is not', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AbandonedFileError(`the bytes of file ${file} were given up`)
}
