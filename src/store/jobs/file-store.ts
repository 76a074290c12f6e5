import {
  type OperandValueExpressionOrList,
  type Selectable,
  sql,
  type SqlBool,
  type Transaction,
} from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import type { KeyedRequest } from '../../jobs/idempotency.ts'
import type { DerivedFiles, StoredFile } from '../../jobs/stored-file.ts'
import { addStored } from '../accounts/account-usage.ts'
import { limitsOf } from '../accounts/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { addDerived, derivedOf } from './derived-files.ts'
import { makingRoom } from './make-room.ts'
import { keepAnswer } from './idempotency-store.ts'
import { endUpload, removeBytes } from './upload-store.ts'

export const fileColumns = [
  'id',
  'filename',
  'extension',
  'source',
  'size',
  'audio_duration',
  'number_of_channels',
] as const

/** With a literal, because a partial index does not apply to parameters. */
const IS_UNUSED = sql<SqlBool>`jobs = 0`

export type FileRow = Pick<Selectable<Schema['files']>, (typeof fileColumns)[number]>

export function storedFile({ audio_duration, number_of_channels, ...row }: FileRow): StoredFile {
  return { ...row, duration: audio_duration, channels: number_of_channels }
}

/**
 * Adds the row of a file that `jobs` jobs use, and deletes its entry in the table of uploads.
 * @param limits of the account; none for audio that is kept in any case
 * @throws {AbandonedFileError} if the file was given up
 * @throws {LimitError} if the account would exceed its storage limit
 */
export async function addFile(
  db: Transaction<Schema>,
  account: number,
  file: StoredFile,
  jobs: number,
  limits?: Limits,
): Promise<void> {
  const { duration, channels, ...columns } = file
  await endUpload(db, file.id)
  await db
    .insertInto('files')
    .values({
      ...columns,
      account,
      audio_duration: duration,
      number_of_channels: channels,
      created_at: Date.now(),
      jobs,
    })
    .execute()
  await addStored(db, account, file.size, limits)
}

/** The rows of received files. Their bytes are in the storage of audio files. */
export class FileStore {
  readonly #dialect: Dialect
  readonly #db: Dialect['db']
  readonly #limits: Limits

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#db = dialect.db
    this.#limits = limits
  }

  /**
   * Adds the row of a file whose bytes are stored.
   * @param request the request that uploads it, if it has an idempotency key
   * @throws {AbandonedFileError} if the bytes were given up
   * @throws {LimitError} if the account would exceed its storage limit
   * @throws {KeyUsedError} if another request has already used the key
   */
  async add(
    account: number,
    file: StoredFile,
    request: KeyedRequest<StoredFile> | null = null,
  ): Promise<void> {
    const add = async () =>
      this.#db.transaction().execute(async (db) => {
        await addFile(db, account, file, 0, await limitsOf(db, this.#limits, account))
        await keepAnswer(db, request, file)
      })
    await makingRoom(this.#dialect, () => account, add)
  }

  async get(account: number, id: string): Promise<StoredFile | null> {
    const row = await this.#db
      .selectFrom('files')
      .select(fileColumns)
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return row === undefined ? null : storedFile(row)
  }

  /** The files derived from a file for playback; null if there are none yet. */
  async derived(account: number, id: string): Promise<DerivedFiles | null> {
    return derivedOf(this.#db, account, id)
  }

  /**
   * Adds the rows of derived files whose bytes are stored.
   * @returns false if the original file was deleted or already has them
   * @throws {AbandonedFileError} if the bytes were given up
   */
  async addDerived(account: number, id: string, derived: DerivedFiles): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => addDerived(db, account, id, derived))
  }

  /**
   * Deletes the rows of the oldest unused uploads, at most `limit`. The caller must delete their bytes; until it has, the upload store
   * lists them.
   * @param before only uploads received before this time, in milliseconds since 1970
   * @returns the ids of the deleted files
   */
  async removeUnused(before: number, limit: number): Promise<string[]> {
    return this.#removeUnused(
      this.#db
        .selectFrom('files')
        .select('id')
        .where(IS_UNUSED)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
  }

  /** Deletes the row of an upload unless a job uses it. @returns whether the row was deleted; the caller must then delete the bytes */
  async removeIfUnused(id: string): Promise<boolean> {
    return (await this.#removeUnused([id])).length > 0
  }

  // Unused uploads have no derived files: these are only made for jobs.
  async #removeUnused(ids: OperandValueExpressionOrList<Schema, 'files', 'id'>): Promise<string[]> {
    return this.#db.transaction().execute(async (db) => {
      const rows = await db
        .deleteFrom('files')
        .where('id', 'in', ids)
        // Checked again, because a job may have been created with the file meanwhile.
        .where(IS_UNUSED)
        .returning(['id', 'account', 'size'])
        .execute()
      // Ordered, because another node may lock the same counters.
      for (const row of rows.toSorted((a, b) => a.account - b.account))
        await addStored(db, row.account, -row.size)
      const removed = rows.map((row) => row.id)
      await removeBytes(db, removed)
      return removed
    })
  }
}
