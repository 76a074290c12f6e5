import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { FileStore } from '../../jobs/job-store.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Db, Schema } from '../schema.ts'

export const fileColumns = [
  'id',
  'filename',
  'extension',
  'source',
  'size',
  'audio_duration',
  'number_of_channels',
] as const

type FileRow = Pick<Selectable<Schema['files']>, (typeof fileColumns)[number]>

export function storedFile({ audio_duration, number_of_channels, ...row }: FileRow): StoredFile {
  return { ...row, duration: audio_duration, channels: number_of_channels }
}

/** Adds the row of a file that is used by `jobs` jobs. */
export async function addFile(db: Db, account: number, file: StoredFile, jobs: number): Promise<void> {
  const { duration, channels, ...columns } = file
  await db
    .insertInto('files')
    .values({
      ...columns,
      account,
      audio_duration: duration,
      number_of_channels: channels,
      created_at: Date.now(),
      jobs,
      removed: 0,
    })
    .execute()
}

/** The rows of received files in a SQL database. */
export class SqlFileStore implements FileStore {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  async add(account: number, file: StoredFile): Promise<void> {
    await addFile(this.#db, account, file, 0)
  }

  async get(account: number, id: string): Promise<StoredFile | null> {
    const row = await this.#db
      .selectFrom('files')
      .select(fileColumns)
      .where('id', '=', id)
      .where('account', '=', account)
      .where('removed', '=', 0)
      .executeTakeFirst()
    return row === undefined ? null : storedFile(row)
  }

  async exists(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .where('removed', '=', 0)
      .executeTakeFirst()
    return row !== undefined
  }

  async removeUnused(before: number, limit: number): Promise<string[]> {
    // Literals, because a partial index is not used for parameters.
    const isUnused = sql<SqlBool>`jobs = 0 and removed = 0`
    const oldest = this.#db
      .selectFrom('files')
      .select('id')
      .where(isUnused)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(limit)
    const rows = await this.#db
      .updateTable('files')
      .set({ removed: 1 })
      .where('id', 'in', oldest)
      // Again, for a job that is created with it meanwhile.
      .where(isUnused)
      .returning('id')
      .execute()
    return rows.map((row) => row.id)
  }

  async removed(): Promise<string[]> {
    const rows = await this.#db.selectFrom('files').select('id').where('removed', '=', 1).execute()
    return rows.map((row) => row.id)
  }

  async forget(id: string): Promise<void> {
    await this.#db.deleteFrom('files').where('id', '=', id).where('removed', '=', 1).execute()
  }
}
