/** The copy of a database in a backup, which is made consistent with the audio in the backup. */
import { isFinished } from '../../jobs/bucket.ts'
import { NO_LIMITS } from '../../jobs/limits.ts'
import { addStored } from '../accounts/account-usage.ts'
import { rowsOfShard } from '../check/audio.ts'
import type { Dialect } from '../databases/dialect.ts'
import { sqlite } from '../databases/sqlite.ts'
import { removeDerived } from '../jobs/derived-files.ts'
import type { Db } from '../schema.ts'
import { JobStore } from '../jobs/job-store.ts'
import { removeAudio } from '../jobs/retention-store.ts'
import { JOB_TABLES } from '../jobs/remove-jobs.ts'
import { TrashStore } from '../jobs/trash-store.ts'
import { WorkStore } from '../jobs/work-store.ts'

/** Number of ids per statement. */
const BATCH = 500

/** The outcome of an unfinished job whose audio is not in the backup. */
const AUDIO_DELETED = {
  status: 'error',
  code: 410,
  message: 'The audio was deleted before the job was done.',
} as const

export class DatabaseCopy {
  readonly #dialect: Dialect
  readonly #jobs: JobStore
  readonly #trash: TrashStore
  readonly #work: WorkStore

  /** @param file must have the newest schema */
  constructor(file: string) {
    this.#dialect = sqlite(file)
    this.#jobs = new JobStore(this.#dialect, NO_LIMITS)
    this.#trash = new TrashStore(this.#dialect)
    this.#work = new WorkStore(this.#dialect, NO_LIMITS)
  }

  /** The files of a shard whose bytes belong to the backup: sizes by id, null if the size is not stored. */
  async files(shard: string): Promise<Map<string, number | null>> {
    const rows = await rowsOfShard(this.#dialect.db, shard)
    return new Map(rows.filter(({ table }) => table !== 'uploads').map(({ id, size }) => [id, size]))
  }

  /** The jobs with an open live session. */
  async openSessions(): Promise<string[]> {
    const rows = await this.#dialect.db
      .selectFrom('live_sessions')
      .select('job_id')
      .where('ended', '=', 0)
      .execute()
    return rows.map(({ job_id }) => job_id)
  }

  /**
   * Deletes files as the original database did: with derived files, and with their jobs unless these still exist.
   * @param original in which the jobs are looked up
   */
  async remove(files: readonly string[], original: Db): Promise<void> {
    for (let i = 0; i < files.length; i += BATCH) await this.#remove(files.slice(i, i + BATCH), original)
  }

  /** Deletes the entries of incomplete uploads, whose bytes are not in the backup, and closes the database. */
  async close(): Promise<void> {
    await this.#dialect.db.deleteFrom('uploads').execute()
    await this.#dialect.eraseDeleted()
    await this.#dialect.db.destroy()
  }

  async #remove(ids: readonly string[], original: Db): Promise<void> {
    const { db } = this.#dialect
    for (const table of JOB_TABLES) {
      const jobs = await db
        .selectFrom(table)
        .select(['id', 'account', 'ordinal', 'bucket'])
        .where('file_id', 'in', ids)
        .execute()
      for (const { id, account, ordinal, bucket } of jobs) {
        // The original job must have ended, because its audio was deleted.
        if (!isFinished(bucket)) await this.#work.finish(id, AUDIO_DELETED, false)
        if (!(await isKept(original, id)))
          await (table === 'jobs' ? this.#jobs.delete(account, id, null) : this.#trash.remove(account, id))
        else
          await db
            .transaction()
            .execute(async (trx) => removeAudio(this.#dialect, trx, account, [ordinal], table))
      }
    }
    const derived = await db
      .selectFrom('derived_files')
      .select(['account', 'source'])
      .where('file', 'in', ids)
      .execute()
    await db.transaction().execute(async (trx) => {
      for (const { account, source } of derived) await removeDerived(trx, account, [source])
      // Unused uploads.
      const unused = await trx
        .deleteFrom('files')
        .where('id', 'in', ids)
        .returning(['account', 'size'])
        .execute()
      for (const { account, size } of unused) await addStored(trx, account, -size)
    })
  }
}

/** Whether a job exists, possibly in the trash. */
async function isKept(db: Db, id: string): Promise<boolean> {
  for (const table of JOB_TABLES)
    if ((await db.selectFrom(table).select('id').where('id', '=', id).execute()).length > 0) return true
  return false
}

/** The files among `ids` that have a row. */
export async function namedFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const named: string[] = []
  for (let i = 0; i < ids.length; i += BATCH) {
    const some = ids.slice(i, i + BATCH)
    const rows = await db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', some)
      .unionAll((eb) => eb.selectFrom('derived_files').select('file as id').where('file', 'in', some))
      .execute()
    named.push(...rows.map(({ id }) => id))
  }
  return named
}
