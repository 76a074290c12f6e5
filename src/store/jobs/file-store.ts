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

/** A literal, because a partial index is not used for parameters. */
const IS_UNUSED = sql<SqlBool>`jobs = 0`

export type FileRow = Pick<Selectable<Schema['files']>, (typeof fileColumns)[number]>

export function storedFile({ audio_duration, number_of_channels, ...row }: FileRow): StoredFile {
  return { ...row, duration: audio_duration, channels: number_of_channels }
}

/**
 * Adds the row of a file that is used by `jobs` jobs, and deletes its entry in the table of uploads.
 * @param limits of the account; none for audio that is kept in any case
 * @throws {AbandonedFileError} when there is none any more
 * @throws {LimitError} when the account would then have more audio than it may
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

  /** @param limits of accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#db = dialect.db
    this.#limits = limits
  }

  /**
   * Adds the row of a file whose bytes are stored.
   * @param request for it, if that has an idempotency key
   * @throws {AbandonedFileError} when they have been given up
   * @throws {LimitError} when the account may not store so much audio
   * @throws {KeyUsedError} when another request with that key was first
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

  /** What was made of a file; null while nothing was. */
  async derived(account: number, id: string): Promise<DerivedFiles | null> {
    return derivedOf(this.#db, account, id)
  }

  /**
   * Adds the rows of what was made of a file, whose bytes are stored; false when the file has been deleted, or has such rows.
   * @throws {AbandonedFileError} when they have been given up
   */
  async addDerived(account: number, id: string, derived: DerivedFiles): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => addDerived(db, account, id, derived))
  }

  /**
   * Deletes the rows of the oldest uploads that no job uses, at most `limit`. The caller deletes their bytes; until it
   * has, the upload store lists them.
   * @param before those received before, in milliseconds since 1970
   * @returns their ids
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

  /** Deletes the row of an upload, unless a job uses it. @returns whether it did; the caller then deletes the bytes */
  async removeIfUnused(id: string): Promise<boolean> {
    return (await this.#removeUnused([id])).length > 0
  }

  // Of an unused upload nothing was made: only jobs lead there.
  async #removeUnused(ids: OperandValueExpressionOrList<Schema, 'files', 'id'>): Promise<string[]> {
    return this.#db.transaction().execute(async (db) => {
      const rows = await db
        .deleteFrom('files')
        .where('id', 'in', ids)
        // Again, for a job that is created with it meanwhile.
        .where(IS_UNUSED)
        .returning(['id', 'account', 'size'])
        .execute()
      // In one order, because another node may do the same.
      for (const row of rows.toSorted((a, b) => a.account - b.account))
        await addStored(db, row.account, -row.size)
      const removed = rows.map((row) => row.id)
      await removeBytes(db, removed)
      return removed
    })
  }
}
