/**
 * Pages of jobs. docs/lists.md explains the list engine.
 *
 * Ordinals first, then rows: what orders, filters or skips reads an index only, and the texts of the few jobs on the page
 * are fetched by ordinal (selecting text beside an OFFSET takes 15 s at 900,000 jobs on PostgreSQL, this way 78 ms).
 */
import { setImmediate } from 'node:timers/promises'
import type { JobField } from '../../contract/common.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import type { JobPage, JobWindow } from '../../jobs/job-store.ts'
import { columnsOf, JOB_FIELDS, type JobRecord, jobsText } from '../../jobs/job-text.ts'
import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import { ordinalList } from './ordinal-list.ts'
import type { OrdinalQuery } from './ordinal-queries.ts'
import { type Scope, scopeOf } from './scope.ts'
import type { Db } from '../schema.ts'

/** Jobs of a page that is read at once. A longer page is read in chunks. */
const MAX_SHORT_PAGE = 64
/** Target size of a chunk in bytes. Larger chunks are faster (256 KB by a tenth) but hold memory for longer. */
const CHUNK_BYTES = 160 * 1024
/** Jobs in a chunk. */
const MAX_CHUNK_JOBS = 512

/** The jobs of one page, newest first. A short page shows the list as of one moment. */
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

    if (limit <= MAX_SHORT_PAGE) {
      const found = await records(view, account, list.query(scope.from, start, limit + 1), fields)
      const shown = found.slice(0, limit)
      const next = found.length > limit ? (shown.at(-1)?.ordinal ?? null) : null
      return { total, next, items: jobsText(shown, fields) }
    }
    const end = await list.skip(start, limit)
    // Jobs created from now on are not on this page.
    const before = Math.min(start, await afterNewest(view.db, account))
    const range = { ...scope, from: end ?? scope.from, before }
    return { total, next: end, items: inChunks(dialect, range, fields) }
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

/** The jobs of a scope in chunks of text, each as of one moment. Their number of jobs adapts to the size of the jobs. */
async function* inChunks(
  dialect: Dialect,
  scope: Scope,
  fields: readonly JobField[],
): AsyncGenerator<Buffer> {
  const { account, from } = scope
  const list = await ordinalList(dialect, scope)
  let bound = scope.before
  let prefix = ''
  for (let size = MAX_SHORT_PAGE; ;) {
    const jobs = await records(dialect, account, list.query(from, bound, size), fields)
    const text = jobsText(jobs, fields, prefix)
    if (text.length > 0) yield text
    // Let other requests run, however fast the reader is.
    await setImmediate()
    const last = jobs.at(-1)
    if (last === undefined || jobs.length < size) return
    bound = last.ordinal
    prefix = ','
    const fitting = Math.floor((CHUNK_BYTES * jobs.length) / Math.max(1, text.length))
    size = Math.min(Math.max(1, fitting), size * 2, MAX_CHUNK_JOBS)
  }
}

/**
 * The jobs that a query for ordinals finds, newest first. A single statement, so that they are as of one moment, and
 * PostgreSQL is asked once for each chunk.
 */
async function records(
  dialect: Dialect,
  account: number,
  query: OrdinalQuery,
  fields: readonly JobField[],
): Promise<(JobRecord & { readonly ordinal: number })[]> {
  return jobRecords(dialect, fields)
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    .where('jobs.ordinal', 'in', (eb) => eb.selectFrom(query.as('found')).select('found.ordinal'))
    .orderBy('jobs.ordinal', 'desc')
    .execute()
}

/** A query for jobs that reads only the columns that some fields are made from. */
export function jobRecords({ db, rawText }: Dialect, fields: readonly JobField[] = JOB_FIELDS) {
  const columns = columnsOf(fields)
  const ofJobs = columns.filter((column) => column !== 'result').map((column) => `jobs.${column}` as const)
  return db
    .selectFrom('jobs')
    .select(ofJobs)
    .$if(columns.includes('result'), (query) =>
      query
        .leftJoin('job_results', (join) =>
          join
            .onRef('job_results.account', '=', 'jobs.account')
            .onRef('job_results.ordinal', '=', 'jobs.ordinal'),
        )
        .select(rawText(sql.ref('job_results.result')).as('result')),
    )
    .$castTo<JobRecord>()
}
