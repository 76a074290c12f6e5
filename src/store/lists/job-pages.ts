/**
 * Pages of jobs. docs/lists.md explains the list engine.
 *
 * Ordinals first, then rows: what orders, filters or skips reads an index only, and the texts of the few jobs on the page
 * are fetched by ordinal (selecting text beside an OFFSET takes 15 s at 900,000 jobs on PostgreSQL, this way 78 ms).
 */
import type { JobField } from '../../contract/common.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import type { JobPage, JobWindow } from '../../jobs/job-store.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import { jobChunks } from './job-chunks.ts'
import { hasTexts, jobSizes, readRecords } from './job-records.ts'
import { ordinalList } from './ordinal-list.ts'
import { scopeOf } from './scope.ts'
import type { Db } from '../schema.ts'

/** A page of so many jobs and bytes is read and sent as a whole. A longer or larger one is a stream of chunks. */
const MAX_WHOLE_PAGE = 64
const MAX_WHOLE_BYTES = 2 ** 20

/** The jobs of one page, newest first. A page that is sent as a whole shows the list as of one moment. */
export async function page(
  dialect: Dialect,
  account: number,
  filter: ListFilter,
  { offset, limit, cursor }: JobWindow,
  fields: readonly JobField[] = JOB_FIELDS,
): Promise<JobPage> {
  const none = Buffer.alloc(0)
  return snapshot(dialect, async (view) => {
    const scope = await scopeOf(view.db, account, filter)
    const list = await ordinalList(view, scope)
    const total = await list.total()
    const start = cursor === null ? await list.skip(scope.before, offset) : Math.min(scope.before, cursor)
    if (start === null) return { total, next: null, items: none }

    if (limit <= MAX_WHOLE_PAGE) {
      const query = await list.query(scope.from, start, limit + 1)
      const sized = hasTexts(fields) ? await jobSizes(view, account, query, fields) : []
      if (sized.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_WHOLE_BYTES) {
        const [first, last] = [sized[0]?.ordinal ?? 0, sized[limit - 1]?.ordinal ?? 0]
        const range = { ...scope, from: last, before: first + 1 }
        return { total, next: sized.length > limit ? last : null, items: jobChunks(dialect, range, fields) }
      }
      const found = await readRecords(view, account, query, fields)
      const shown = found.slice(0, limit)
      const next = found.length > limit ? (shown.at(-1)?.ordinal ?? null) : null
      return { total, next, items: jobsText(shown, fields) }
    }
    const end = await list.skip(start, limit)
    // Jobs created from now on are not on this page.
    const before = Math.min(start, await afterNewest(view.db, account))
    const range = { ...scope, from: end ?? scope.from, before }
    return { total, next: end, items: jobChunks(dialect, range, fields) }
  })
}

/** Runs queries that all see the database as of one moment. */
async function snapshot<T>(dialect: Dialect, read: (view: Dialect) => Promise<T>): Promise<T> {
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
