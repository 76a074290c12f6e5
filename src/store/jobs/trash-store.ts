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
 * The trash: jobs that `JobStore.trash` or a bulk request has moved there. They can be restored until they are permanently deleted. Their
 * retention still applies, see `RetentionStore`. The upload store deletes the bytes of their files.
 */
export class TrashStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * The jobs in the trash of an account, the most recently deleted first.
   * @param after where the previous page ended; null for the first page
   * @param days how many days the trash keeps jobs
   * @param byDefault the retention of accounts without one of their own
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

  /** Restores a job. @returns false if the trash has no such job */
  async restore(account: number, id: string): Promise<boolean> {
    // Checked before the transaction, which would count a change even for an unknown job.
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

  /** Permanently deletes a job, as `JobStore.delete` does. Null if the trash has no such job. */
  async remove(account: number, id: string): Promise<{ removedFiles: readonly string[] } | null> {
    const places = await this.#of(account).select(['trash.account', 'ordinal']).where('id', '=', id).execute()
    const removed = await removeTrashed(this.#dialect, places)
    return removed.jobs === 0 ? null : { removedFiles: removed.files }
  }

  /** Empties the trash of an account. Its jobs disappear at once and are deleted in the background. Durable on return. */
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
   * Permanently deletes jobs that have been in the trash for `days`, or whose trash was emptied, at most `limit`.
   * @returns the number of deleted jobs
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

  /** Permanently deletes the oldest jobs in the trash of all accounts, at most `limit`. */
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
  /** `transcript_days` of the job's own retention. */
  readonly own: number | null
  /** The account, if it has a retention of its own. */
  readonly set: number | null
  /** `transcript_days` of the account's retention. */
  readonly of_account: number | null
}

/** The jobs that were moved to the trash of an account since it was last emptied. */
function keptIn(db: Kysely<Schema>, account: number) {
  return db
    .selectFrom('trash')
    .where('trash.account', '=', account)
    .where('trashed_at', '>', (eb) =>
      eb.selectFrom('accounts').select('trash_emptied_at').where('accounts.id', '=', account),
    )
}
