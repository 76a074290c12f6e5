/**
 * Reads pages of jobs. docs/lists.md explains the list engine.
 *
 * Queries find ordinals first and rows second: ordering, filtering and skipping read indexes only, and the texts of the few jobs on the
 * page are fetched by ordinal (at offset 900,000 on PostgreSQL, this takes 78 ms; selecting texts along with OFFSET takes 15 s).
 */
import { sql } from 'kysely'
import type { JobField } from '../../contract/common.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import type { JobPage, JobWindow } from '../../jobs/job.ts'
import type { Dialect } from '../databases/dialect.ts'
import { jobChunks } from './job-chunks.ts'
import { type WholePage, wholePageOf, wholePageQuery } from './job-records.ts'
import { knownPage } from './known-page.ts'
import { ordinalList } from './ordinal-list.ts'
import { pageJobs } from './page-jobs.ts'
import { conditionsOf, scopeOf } from './scope.ts'
import type { Db } from '../schema.ts'

/** A page of up to this many jobs and bytes is read and sent whole. A longer or larger page is streamed in chunks. */
export const MAX_WHOLE_PAGE = 64
export const MAX_WHOLE_BYTES = 2 ** 20

/** A page of jobs, newest first. A page that is sent whole shows a consistent snapshot of the list. */
export async function page(
  dialect: Dialect,
  account: number,
  filter: ListFilter,
  { offset, limit, cursor }: JobWindow,
  fields: readonly JobField[] = JOB_FIELDS,
): Promise<JobPage> {
  const none = Buffer.alloc(0)
  const reader = { ...dialect, db: dialect.reader }
  const pageOf = (whole: WholePage): JobPage => {
    const shown = whole.jobs.slice(0, limit)
    const last = shown.at(-1)?.ordinal ?? null
    const next = whole.jobs.length > limit ? last : null
    const known = { ordinals: [shown.map(({ ordinal }) => ordinal)], unfinished: whole.unfinished }
    const items = whole.fits ? jobsText(shown, fields) : jobChunks(reader, account, known, fields)
    return { total: whole.total, next, items }
  }

  const conditions = conditionsOf(filter)
  const window = { offset, limit, cursor }
  const request = { account, filter, conditions, window, fields, maxBytes: MAX_WHOLE_BYTES }
  const known = limit <= MAX_WHOLE_PAGE ? await knownPage(dialect, request) : null
  if (known !== null) return pageOf(known)

  const scope = await scopeOf(dialect.db, account, filter)
  const skipped = cursor === null ? offset : 0
  const bound = cursor === null ? scope.before : Math.min(scope.before, cursor)
  return snapshot(dialect, async (view) => {
    const list = await ordinalList(view, scope)
    const total = await list.total()
    const start = await list.skip(bound, skipped)
    if (start === null) return { total, next: null, items: none }
    if (limit <= MAX_WHOLE_PAGE) {
      const parts = {
        total: sql<number | null>`cast(${total} as bigint)`,
        query: await list.query(scope.from, start, limit + 1),
      }
      const query = wholePageQuery(view, account, parts, fields, MAX_WHOLE_BYTES)
      return pageOf(wholePageOf((await query.execute(view.db)).rows))
    }

    const end = await list.skip(start, limit)
    // Excludes jobs that are created from now on.
    const before = Math.min(start, await afterNewest(view.db, account))
    const range = { ...scope, from: end ?? scope.from, before }
    const jobs = await pageJobs(view, reader, range)
    return { total, next: end, items: jobChunks(reader, account, jobs, fields) }
  })
}

/** Runs queries that all see the same snapshot of the database. */
export async function snapshot<T>(dialect: Dialect, read: (view: Dialect) => Promise<T>): Promise<T> {
  return dialect.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => read({ ...dialect, db }))
}

async function afterNewest(db: Db, account: number): Promise<number> {
  const { last_ordinal: newest } = await db
    .selectFrom('accounts')
    .select('last_ordinal')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return newest + 1
}
