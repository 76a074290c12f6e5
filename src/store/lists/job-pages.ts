/**
 * Pages of jobs. docs/lists.md explains the list engine.
 *
 * Ordinals first, then rows: what orders, filters or skips reads an index only, and the texts of the few jobs on the page
 * are fetched by ordinal (selecting text beside an OFFSET takes 15 s at 900,000 jobs on PostgreSQL, this way 78 ms).
 */
import { type Expression, sql } from 'kysely'
import type { JobField } from '../../contract/common.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import type { JobPage, JobWindow } from '../../jobs/job-store.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import { jobChunks } from './job-chunks.ts'
import { countBuckets, skipInBuckets } from './counters.ts'
import { wholePage } from './job-records.ts'
import { countLeaf } from './leaves.ts'
import { ordinalList } from './ordinal-list.ts'
import { byBucket, byLeaf, type OrdinalQuery } from './ordinal-queries.ts'
import { pageJobs } from './page-jobs.ts'
import { type Bound, hasAllStatuses, isCounted, kindsOf, type Scope, scopeOf } from './scope.ts'
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
  const reader = { ...dialect, db: dialect.reader }
  const scope = await scopeOf(dialect.db, account, filter)
  const whole = async (view: Dialect, total: Expression<number | null>, query: OrdinalQuery) => {
    const found = await wholePage(view, account, { total, query }, fields, MAX_WHOLE_BYTES)
    const shown = found.jobs.slice(0, limit)
    const last = shown.at(-1)?.ordinal ?? null
    const next = found.jobs.length > limit ? last : null
    const known = { ordinals: [shown.map(({ ordinal }) => ordinal)], unfinished: found.unfinished }
    const items = found.fits ? jobsText(shown, fields) : jobChunks(reader, account, known, fields)
    return { total: found.total, next, items }
  }

  const skipped = cursor === null ? offset : 0
  const bound = cursor === null ? scope.before : Math.min(scope.before, cursor)
  const known = limit <= MAX_WHOLE_PAGE ? knownList(dialect, scope, bound, skipped) : null
  if (known !== null) {
    const found = await whole(dialect, known.total, known.query(sql.lit(limit + 1)))
    if (found.total !== null) return found
  }
  return snapshot(dialect, async (view) => {
    const list = await ordinalList(view, scope)
    const total = await list.total()
    const start = await list.skip(bound, skipped)
    if (start === null) return { total, next: null, items: none }
    if (limit <= MAX_WHOLE_PAGE)
      return whole(view, sql`cast(${total} as bigint)`, await list.query(scope.from, start, limit + 1))

    const end = await list.skip(start, limit)
    // Jobs created from now on are not on this page.
    const before = Math.min(start, await afterNewest(view.db, account))
    const range = { ...scope, from: end ?? scope.from, before }
    const jobs = await pageJobs(view, reader, range)
    return { total, next: end, items: jobChunks(reader, account, jobs, fields) }
  })
}

/**
 * A list whose total and first job need no counting, as expressions of a single statement; null for another. The total is null
 * when it does need counting.
 */
function knownList({ db }: Dialect, scope: Scope, before: number, skipped: number) {
  const [leaf, ...others] = scope.leaves
  const { account, from } = scope
  if (isCounted(scope)) {
    const below = (bound: Bound, limit: Expression<number>) =>
      byBucket(db, { ...scope, before: bound }, limit)
    const start = skipInBuckets(db, { ...scope, before }, skipped)
    // A start in each bucket's range would be counted for each. SQLite took up to 120 ms to prepare such a statement.
    const fromStart = (limit: Expression<number>) => sql<{ ordinal: number }>`(
      with start as materialized (select ${start} as ordinal)
      select ordinal from ${below(sql`(select ordinal from start)`, limit)} as page)`
    return {
      total: countBuckets(db, scope),
      query: (limit: Expression<number>): OrdinalQuery =>
        skipped === 0 ? below(before, limit) : fromStart(limit),
    }
  }
  const isLeafAlone = others.length === 0 && scope.words.length === 0 && scope.conditions.length === 0
  if (leaf === undefined || !isLeafAlone || !hasAllStatuses(scope) || skipped > 0) return null
  return {
    total: countLeaf(db, account, leaf, kindsOf(scope), [from, scope.before]),
    query: (limit: Expression<number>) => byLeaf(db, { ...scope, before }, leaf, limit),
  }
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
