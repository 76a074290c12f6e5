import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { parseExactly } from '../../contract/exact-json.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import type { RetranscriptionRequest } from '../../contract/retranscription.ts'
import { DAY_MS } from '../../contract/usage.ts'
import type { Who } from '../../contract/who.ts'
import { bucketOf, isFinished } from '../../jobs/bucket.ts'
import type { Deletion } from '../../jobs/deletion.ts'
import { isTransient } from '../../jobs/store-error.ts'
import type { Dialect } from '../databases/dialect.ts'
import { deletedJobs, reportEvents } from '../deliveries/report-events.ts'
import { firstOrdinals, ordinalList } from '../lists/ordinal-list.ts'
import { type Scope, scopeOf } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { isAmong, removedColumns, removeJobs } from './remove-jobs.ts'
import { countJobChange } from './count-job-change.ts'
import { trashJobs } from './move-jobs.ts'
import { detailsOf } from './stored-details.ts'
import { requestAgain, vocabularyOf } from './stored-retranscriptions.ts'

/** Milliseconds that a deletion is kept after its end. */
const KEPT_MS = 30 * DAY_MS

/**
 * Ordinals in a window. Most deletions are of the oldest jobs. If they went through them from the newest on, every deleted
 * job would be a gap in the numbers of its leaves until the last one is deleted: with 100,000 gaps, counting the jobs with a
 * leaf takes 4 ms on SQLite.
 */
const WINDOW = 8_192

/** The bound above the window with an ordinal. */
const windowEnd = (ordinal: number): number => (Math.floor(ordinal / WINDOW) + 1) * WINDOW

const shownColumns = [
  'id',
  'state',
  'matched',
  'deleted',
  'requested_by',
  'created_at',
  'completed_at',
  'to_trash',
] as const

/** New transcripts of an account to wait for, at most: what matches then waits until some are ready. */
const MAX_WAITING = 500

/**
 * Deletions of many jobs, and requests to transcribe many again, carried out by calls of `advance`, of any node. Each of them goes through windows of ordinals from the oldest
 * jobs on, and through each window from its newest job on, as lists do. Its row has the ordinal below which it continues in its
 * window; it changes in the transaction that deletes the jobs, so that no two nodes delete the same ones.
 */
export class DeletionStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * Records a deletion of the jobs that have ended by now and match. Durable when it returns, and kept for 30 days after its end.
   * @param what.isToTrash whether the jobs are moved to the trash
   * @param what.again how those of files that are done are transcribed again, instead of being deleted
   */
  async begin(
    account: number,
    filter: ListFilter,
    requestedBy: Who,
    { isToTrash = false, again = null }: { isToTrash?: boolean; again?: RetranscriptionRequest | null } = {},
  ): Promise<Deletion> {
    const row = await this.#dialect.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const { last_created_at } = await db
          .selectFrom('accounts')
          .select('last_created_at')
          .where('id', '=', account)
          .executeTakeFirstOrThrow()
        const now = Date.now()
        const view = { ...this.#dialect, db }
        const scope = matching(await scopeOf(db, account, filter), again)
        const total = scope.buckets.length === 0 ? 0 : await (await ordinalList(view, scope)).total()
        return db
          .insertInto('deletions')
          .values({
            account,
            id: randomUUID(),
            state: 'running',
            filter: JSON.stringify(filter),
            position: windowEnd(scope.from),
            matched: total,
            requested_by: JSON.stringify(requestedBy),
            created_at: now,
            // No job ends before its creation, whatever the clock says.
            ended_by: Math.max(now, last_created_at),
            to_trash: Number(isToTrash),
            again: again === null ? null : JSON.stringify(again),
            advanced_at: now,
            completed_at: null,
          })
          .returning(shownColumns)
          .executeTakeFirstOrThrow()
      })
    return deletionOf(row)
  }

  /** Null for an unknown one. @param isAgain of those that transcribe again, and not of deletions; so in `newest` */
  async get(account: number, id: string, isAgain = false): Promise<Deletion | null> {
    const row = await this.#dialect.db
      .selectFrom('deletions')
      .select(shownColumns)
      .where('account', '=', account)
      .where('id', '=', id)
      .where('again', isAgain ? 'is not' : 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : deletionOf(row)
  }

  /** The newest first. */
  async newest(account: number, limit: number, isAgain = false): Promise<Deletion[]> {
    const rows = await this.#dialect.db
      .selectFrom('deletions')
      .select(shownColumns)
      .where('account', '=', account)
      .where('again', isAgain ? 'is not' : 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(deletionOf)
  }

  /**
   * Deletes the next jobs of the running deletion that has waited longest, or requests them again, at most `limit`, in one transaction. The
   * bytes of their files are left to the upload store. A deletion that the database rejects has failed.
   * @returns whether there was a running deletion that need not wait
   */
  async advance(limit: number): Promise<boolean> {
    const next = await this.#dialect.db
      .selectFrom('deletions')
      .selectAll()
      .where('state', '=', sql.lit('running'))
      .where((eb) =>
        eb.or([
          eb('again', 'is', null),
          eb(
            eb
              .selectFrom('retranscriptions')
              .select((of) => of.fn.countAll<number>().as('waiting'))
              .whereRef('retranscriptions.account', '=', 'deletions.account')
              .where('retranscriptions.state', '=', sql.lit('waiting')),
            '<',
            MAX_WAITING,
          ),
        ]),
      )
      .orderBy('advanced_at')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return false
    try {
      await this.#advance(next, limit)
    } catch (error) {
      if (isTransient(error)) throw error
      await this.#end(next, 'failed')
      throw error
    }
    return true
  }

  async #advance(deletion: Selectable<Schema['deletions']>, limit: number): Promise<void> {
    const { db: database } = this.#dialect
    const { account, filter, position, ended_by, to_trash } = deletion
    const again = deletion.again === null ? null : (JSON.parse(deletion.again) as RetranscriptionRequest)
    const wanted = parseExactly(filter ?? '{}') as ListFilter
    const scope = matching(await scopeOf(database, account, wanted), again)
    const end = windowEnd(position - 1)
    const bounds = { from: Math.max(scope.from, end - WINDOW), before: Math.min(scope.before, position) }
    const ordinals =
      scope.buckets.length === 0
        ? []
        : await firstOrdinals(database, await ordinalList(this.#dialect, scope), bounds, limit)
    const next =
      ordinals.length === limit
        ? ordinals.at(-1)!
        : await this.#nextWindow({ ...scope, from: Math.max(scope.from, end) })
    const reached = { ...deletion, position: next ?? position }
    await database.transaction().execute(async (db) => {
      const change = ordinals.length === 0 ? null : await countJobChange(db, account)
      const found = await db
        .selectFrom('jobs')
        .select([...removedColumns, 'account', 'request_params'])
        .where('account', '=', account)
        .where(isAmong(this.#dialect, ordinals))
        // Not those that have ended since.
        .where('completed_at', '<=', ended_by)
        .execute()
      // Not those that have lost a tag since they were found: their owner has been told so.
      const jobs = found.filter(({ details }) => {
        const { tags } = detailsOf(details)
        return (wanted.tags ?? []).every((tag) => tags.includes(tag))
      })
      const { numUpdatedRows } = await db
        .updateTable('deletions')
        .set((eb) => ({
          position: reached.position,
          deleted: eb('deleted', '+', jobs.length),
          advanced_at: Date.now(),
        }))
        .where(isAt(deletion))
        .executeTakeFirst()
      // Otherwise another node has deleted them.
      if (numUpdatedRows === 0n) return
      if (again === null) {
        await (to_trash === 1 ? trashJobs : removeJobs)(this.#dialect, db, account, jobs)
        if (change !== null) await reportEvents(this.#dialect, db, change, deletedJobs(jobs, to_trash === 1))
      } else await this.#requestAgain(db, account, jobs, again, JSON.parse(deletion.requested_by) as Who)
    })
    if (next === null) await this.#end(reached, 'done')
  }

  async #requestAgain(
    db: Transaction<Schema>,
    account: number,
    jobs: readonly Parameters<typeof requestAgain>[2][],
    options: RetranscriptionRequest,
    by: Who,
  ): Promise<void> {
    const words = await vocabularyOf(db, account)
    for (const job of jobs) await requestAgain(this.#dialect, db, job, { options, by, trace: null }, words)
  }

  /** The bound above the next window with a job of the account; null if the scope has no further one. */
  async #nextWindow({ account, from, before }: Scope): Promise<number | null> {
    const next = await this.#dialect.db
      .selectFrom('jobs')
      .select('ordinal')
      .where('account', '=', account)
      .where('ordinal', '>=', from)
      .where('ordinal', '<', before)
      .orderBy('ordinal')
      .limit(sql.lit(1))
      .executeTakeFirst()
    return next === undefined ? null : windowEnd(next.ordinal)
  }

  /** Its filter is deleted, which may name what the jobs had, and so are the account's deletions that ended long ago. */
  async #end(deletion: Selectable<Schema['deletions']>, state: 'done' | 'failed'): Promise<void> {
    await this.#dialect.db
      .updateTable('deletions')
      .set({ state, filter: null, completed_at: Date.now() })
      .where(isAt(deletion))
      .execute()
    await this.#dialect.db
      .deleteFrom('deletions')
      .where('account', '=', deletion.account)
      .where('completed_at', '<', Date.now() - KEPT_MS)
      .execute()
    await this.#dialect.eraseDeleted()
  }
}

/** The row of a deletion, unless another node has advanced it. */
function isAt({ account, id, position }: Selectable<Schema['deletions']>) {
  return (eb: ExpressionBuilder<Schema, 'deletions'>) =>
    eb.and([
      eb('account', '=', account),
      eb('id', '=', id),
      eb('position', '=', position),
      eb('state', '=', 'running'),
    ])
}

/** Jobs that have ended can be deleted, files that are done transcribed again. */
function matching(scope: Scope, again: RetranscriptionRequest | null): Scope {
  const isAgain = (bucket: number) => bucket === bucketOf('pre-recorded', 'done')
  return { ...scope, buckets: scope.buckets.filter(again === null ? isFinished : isAgain) }
}

function deletionOf(row: Pick<Selectable<Schema['deletions']>, (typeof shownColumns)[number]>): Deletion {
  const { id, state, matched, deleted, requested_by, created_at, completed_at, to_trash } = row
  return {
    ...{ id, status: state, matched, deleted, isToTrash: to_trash === 1 },
    requestedBy: JSON.parse(requested_by) as Who,
    createdAt: created_at,
    completedAt: completed_at,
  }
}
