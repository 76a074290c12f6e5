import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { parseExactly } from '../../contract/exact-json.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import { DAY_MS } from '../../contract/usage.ts'
import type { Who } from '../../contract/who.ts'
import type { BulkKind, BulkOptions, BulkRequest } from '../../jobs/bulk-request.ts'
import { isTransient } from '../../jobs/store-error.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countJobChange } from '../jobs/count-job-change.ts'
import { isAmong } from '../jobs/remove-jobs.ts'
import { detailsOf } from '../jobs/stored-details.ts'
import { firstOrdinals, ordinalList } from '../lists/ordinal-list.ts'
import { type Scope, scopeOf } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { type BulkAction, bulkColumns } from './bulk-action.ts'
import { deleteJobs } from './delete-jobs.ts'
import { retranscribeJobs } from './retranscribe-jobs.ts'

const ACTIONS: { readonly [Kind in BulkKind]: BulkAction<BulkOptions[Kind]> } = {
  delete: deleteJobs,
  retranscribe: retranscribeJobs,
}

/** Whether bulk requests of a kind free space. */
export const freesSpace = (kind: BulkKind): boolean => ACTIONS[kind].freesSpace

/** Milliseconds for which a bulk request is kept after its end. */
const KEPT_MS = 30 * DAY_MS

/**
 * Number of ordinals in a window. Most bulk requests delete the oldest jobs. If they began with the newest of these, every deleted job
 * would leave a gap in the numbers of its leaves until the oldest job is deleted: with 100,000 gaps, counting the jobs with a leaf takes
 * 4 ms on SQLite.
 */
const WINDOW = 8_192

/** The exclusive upper bound of the window that contains an ordinal. */
const windowEnd = (ordinal: number): number => (Math.floor(ordinal / WINDOW) + 1) * WINDOW

const shownColumns = [
  'id',
  'state',
  'options',
  'matched',
  'handled',
  'requested_by',
  'created_at',
  'completed_at',
] as const

interface NewBulkRequest<Kind extends BulkKind> {
  readonly kind: Kind
  readonly options: BulkOptions[Kind]
  readonly filter: ListFilter
  readonly requestedBy: Who
}

/**
 * Bulk requests, carried out by calls of `advance` on any node. A request goes through windows of ordinals from the oldest to the newest,
 * and through the jobs of each window from the newest to the oldest, in the order of lists. Its `position` is the ordinal below which it
 * continues. The transaction that handles jobs also advances the position, so that two nodes never handle the same jobs.
 */
export class BulkRequestStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Records a request for the matching jobs that have ended by now. Durable on return; kept for 30 days after its end. */
  async begin<Kind extends BulkKind>(
    account: number,
    { kind, options, filter, requestedBy }: NewBulkRequest<Kind>,
  ): Promise<BulkRequest<Kind>> {
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
        const scope = handledBy(kind, await scopeOf(db, account, filter))
        const total = scope.buckets.length === 0 ? 0 : await (await ordinalList(view, scope)).total()
        return db
          .insertInto('bulk_requests')
          .values({
            account,
            id: randomUUID(),
            kind,
            options: JSON.stringify(options),
            state: 'running',
            filter: JSON.stringify(filter),
            position: windowEnd(scope.from),
            matched: total,
            requested_by: JSON.stringify(requestedBy),
            created_at: now,
            // No job ends before its creation, even if the clock was set back.
            ended_by: Math.max(now, last_created_at),
            advanced_at: now,
            completed_at: null,
          })
          .returning(shownColumns)
          .executeTakeFirstOrThrow()
      })
    return bulkRequestOf(row)
  }

  /** Null if there is no such request of this kind. */
  async get<Kind extends BulkKind>(
    account: number,
    kind: Kind,
    id: string,
  ): Promise<BulkRequest<Kind> | null> {
    const row = await this.#dialect.db
      .selectFrom('bulk_requests')
      .select(shownColumns)
      .where('account', '=', account)
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row === undefined ? null : bulkRequestOf(row)
  }

  /** The newest requests of a kind, newest first. */
  async newest<Kind extends BulkKind>(
    account: number,
    kind: Kind,
    limit: number,
  ): Promise<BulkRequest<Kind>[]> {
    const rows = await this.#dialect.db
      .selectFrom('bulk_requests')
      .select(shownColumns)
      .where('account', '=', account)
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => bulkRequestOf<Kind>(row))
  }

  /**
   * Handles the next jobs, at most `limit`, of the request that has waited longest, in one transaction. If the database rejects that, the
   * request fails.
   * @param isFull whether the disk is full, so that only requests that free space may continue
   * @returns whether there was a request that may continue
   */
  async advance(limit: number, isFull = false): Promise<boolean> {
    const actions = Object.entries(ACTIONS).filter(([, action]) => action.freesSpace || !isFull)
    const next = await this.#dialect.db
      .selectFrom('bulk_requests')
      .selectAll()
      .where('state', '=', sql.lit('running'))
      .where((eb) =>
        eb.or(
          actions.map(([kind, { mayContinue }]) => {
            const isOfKind = eb('kind', '=', sql.lit(kind as BulkKind))
            return mayContinue === null ? isOfKind : eb.and([isOfKind, mayContinue(eb)])
          }),
        ),
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

  async #advance(request: Selectable<Schema['bulk_requests']>, limit: number): Promise<void> {
    const { db: database, wake } = this.#dialect
    const { account, kind, filter, position, ended_by } = request
    const { handle, wakes } = ACTIONS[kind]
    const wanted = parseExactly(filter ?? '{}') as ListFilter
    const scope = handledBy(kind, await scopeOf(database, account, wanted))
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
    const reached = { ...request, position: next ?? position }
    const isAny = await database.transaction().execute(async (db) => {
      const change = ordinals.length === 0 ? null : await countJobChange(db, account)
      const found = await db
        .selectFrom('jobs')
        .select(bulkColumns)
        .where('account', '=', account)
        .where(isAmong(this.#dialect, ordinals))
        // Excludes jobs that ended after the request.
        .where('completed_at', '<=', ended_by)
        .execute()
      // Excludes jobs that have lost a tag since they were found: the request that removed it has been confirmed.
      const jobs = found.filter(({ details }) => {
        const { tags } = detailsOf(details)
        return (wanted.tags ?? []).every((tag) => tags.includes(tag))
      })
      const { numUpdatedRows } = await db
        .updateTable('bulk_requests')
        .set((eb) => ({
          position: reached.position,
          handled: eb('handled', '+', jobs.length),
          advanced_at: Date.now(),
        }))
        .where(isAt(request))
        .executeTakeFirst()
      // Without an updated row, another node has handled these jobs.
      if (numUpdatedRows === 0n || change === null || jobs.length === 0) return false
      const options = JSON.parse(request.options) as never
      const requestedBy = JSON.parse(request.requested_by) as Who
      await handle({ dialect: this.#dialect, db, change, jobs, options, requestedBy })
      return true
    })
    if (isAny && wakes !== null) wake.notify(wakes)
    if (next === null) await this.#end(reached, 'done')
  }

  /** The upper bound of the next window that contains a job of the account; null if there is none in the scope. */
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

  /** Deletes the filter too, which may contain data of the deleted jobs, and old requests of the account. */
  async #end(request: Selectable<Schema['bulk_requests']>, state: 'done' | 'failed'): Promise<void> {
    await this.#dialect.db
      .updateTable('bulk_requests')
      .set({ state, filter: null, completed_at: Date.now() })
      .where(isAt(request))
      .execute()
    await this.#dialect.db
      .deleteFrom('bulk_requests')
      .where('account', '=', request.account)
      .where('completed_at', '<', Date.now() - KEPT_MS)
      .execute()
    await this.#dialect.eraseDeleted()
  }
}

/** The row of a request, unless another node has advanced it. */
function isAt({ account, id, position }: Selectable<Schema['bulk_requests']>) {
  return (eb: ExpressionBuilder<Schema, 'bulk_requests'>) =>
    eb.and([
      eb('account', '=', account),
      eb('id', '=', id),
      eb('position', '=', position),
      eb('state', '=', 'running'),
    ])
}

function handledBy(kind: BulkKind, scope: Scope): Scope {
  return { ...scope, buckets: scope.buckets.filter(ACTIONS[kind].isFor) }
}

function bulkRequestOf<Kind extends BulkKind>(
  row: Pick<Selectable<Schema['bulk_requests']>, (typeof shownColumns)[number]>,
): BulkRequest<Kind> {
  const { id, state, options, matched, handled, requested_by, created_at, completed_at } = row
  return {
    ...{ id, status: state, matched, handled },
    options: JSON.parse(options) as BulkOptions[Kind],
    requestedBy: JSON.parse(requested_by) as Who,
    createdAt: created_at,
    completedAt: completed_at,
  }
}
