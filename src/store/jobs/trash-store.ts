import { type Kysely, sql, type SqlBool } from 'kysely'
import type { TrashCursor } from '../../contract/trash.ts'
import { DAY_MS } from '../../contract/usage.ts'
import type { Retention } from '../../jobs/deletion.ts'
import { columnsOf, type JobRecord } from '../../jobs/job-text.ts'
import { TRASHED_FIELDS, type TrashedJob } from '../../jobs/trashed-job.ts'
import type { Dialect } from '../databases/dialect.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import type { Schema } from '../schema.ts'
import { countJobChange } from './count-job-change.ts'
import { restoreJob } from './move-jobs.ts'
import { removedColumns } from './remove-jobs.ts'
import { removeTrashed } from './remove-trashed.ts'

/**
 * Jobs that were moved to the trash, by `JobStore.trash` or by a deletion of many: they may be restored, until they are deleted for
 * good. Their retention goes on, see `RetentionStore`. The bytes of files are left to the upload store.
 */
export class TrashStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * The jobs in the trash of an account, those that were moved there last first.
   * @param after where the page before ended; null for the first
   * @param days that the trash keeps jobs
   * @param byDefault the retention of accounts for which none was set
   */
  async page(
    account: number,
    { after, limit }: { readonly after: TrashCursor | null; readonly limit: number },
    days: number,
    byDefault: Retention,
  ): Promise<TrashedJob[]> {
    const rows = await this.#of(account)
      .leftJoin('retention', 'retention.account', 'trash.account')
      .select(columnsOf(TRASHED_FIELDS).map((column) => `trash.${column}` as 'trash.id'))
      .select(['ordinal', 'trashed_at', 'trash.transcript_days as own'])
      .select(['retention.account as set', 'retention.transcript_days as of_account'])
      .$castTo<Omit<JobRecord, 'result'> & TrashedRow>()
      .$if(after !== null, (query) =>
        query.where(sql<SqlBool>`(trashed_at, ordinal) < (${after!.deletedAt}, ${after!.ordinal})`),
      )
      .orderBy('trashed_at', 'desc')
      .orderBy('ordinal', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ ordinal, trashed_at: deletedAt, own, set, of_account, ...job }) => {
      const kept = own ?? (set === null ? byDefault.transcriptDays : of_account)
      const retainedUntil = kept === null || kept < 0 ? Infinity : job.completed_at! + kept * DAY_MS
      const expiresAt = Math.min(deletedAt + days * DAY_MS, retainedUntil)
      return { job: { ...job, result: null }, deletedAt, ordinal, expiresAt }
    })
  }

  /** Moves a job back to where it was. @returns false when there is no such job in the trash */
  async restore(account: number, id: string): Promise<boolean> {
    // Checked first, because the transaction counts a change, which an unknown job is no reason for.
    if ((await this.#of(account).select('ordinal').where('id', '=', id).execute()).length === 0) return false
    return this.#db.transaction().execute(async (db) => {
      const change = await countJobChange(db, account)
      const job = await keptIn(db, account).select(removedColumns).where('id', '=', id).executeTakeFirst()
      if (job === undefined) return false
      await restoreJob(this.#dialect, db, account, job)
      await reportEvents(this.#dialect, db, change, [{ event: 'job.restored', payload: { id } }])
      return true
    })
  }

  /** Deletes a job for good, as `JobStore.delete` does. Null when there is no such job in the trash. */
  async remove(account: number, id: string): Promise<{ removedFiles: readonly string[] } | null> {
    const places = await this.#of(account).select(['trash.account', 'ordinal']).where('id', '=', id).execute()
    const removed = await removeTrashed(this.#dialect, places)
    return removed.jobs === 0 ? null : { removedFiles: removed.files }
  }

  /** Empties the trash of an account: what is in it is no longer there, and deleted in the background. Durable when it returns. */
  async empty(account: number): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await countJobChange(db, account)
      const { newest } = await db
        .selectFrom('trash')
        .select((eb) => eb.fn.max<number | null>('trashed_at').as('newest'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (newest === null) return
      await db.updateTable('accounts').set({ trash_emptied_at: newest }).where('id', '=', account).execute()
    })
  }

  /**
   * Deletes jobs for good whose days in the trash are over, or that were in a trash that was emptied, at most `limit`.
   * @param days that the trash keeps jobs
   * @returns how many
   */
  async removeExpired(days: number, limit: number): Promise<number> {
    const expired = this.#db
      .selectFrom('trash')
      .select(['account', 'ordinal'])
      .where('trashed_at', '<=', Date.now() - days * DAY_MS)
      .orderBy('trashed_at')
    const emptied = this.#db
      .selectFrom('accounts')
      .innerJoin('trash', (join) =>
        join.onRef('trash.account', '=', 'accounts.id').onRef('trashed_at', '<=', 'trash_emptied_at'),
      )
      .select(['trash.account', 'ordinal'])
      .where('trash_emptied_at', '>', 0)
    for (const query of [expired, emptied]) {
      const { jobs } = await removeTrashed(this.#dialect, await query.limit(limit).execute())
      if (jobs > 0) return jobs
    }
    return 0
  }

  /** Deletes the jobs for good, of all accounts, that have been in the trash for longest, at most `limit`. */
  async removeOldest(limit: number): Promise<{ readonly jobs: number; readonly bytes: number }> {
    const oldest = this.#db
      .selectFrom('trash')
      .select(['account', 'ordinal'])
      .orderBy('trashed_at')
      .limit(limit)
    return removeTrashed(this.#dialect, await oldest.execute())
  }

  #of(account: number) {
    return keptIn(this.#db, account)
  }
}

interface TrashedRow {
  readonly ordinal: number
  readonly trashed_at: number
  /** Of its own retention; the account for which one was set, and that. */
  readonly own: number | null
  readonly set: number | null
  readonly of_account: number | null
}

/** The jobs in the trash of an account that were moved there since it was emptied. */
function keptIn(db: Kysely<Schema>, account: number) {
  return db
    .selectFrom('trash')
    .where('trash.account', '=', account)
    .where('trashed_at', '>', (eb) =>
      eb.selectFrom('accounts').select('trash_emptied_at').where('accounts.id', '=', account),
    )
}
