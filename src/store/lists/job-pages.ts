/**
 * The list engine: which jobs stand on a page, and their texts.
 *
 * Ids first, then rows: what orders, filters or skips reads nothing but an index of ordinals, and the texts
 * of the few jobs that are shown are fetched by ordinal (selecting text beside an OFFSET costs 15 s at 900,000 on
 * PostgreSQL, ids first 78 ms). Ordinals follow the order of creation, so a range of dates is a range of ordinals.
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

/** Jobs of a page that are read at once. A longer page is read in chunks. */
const SHORT_PAGE = 64
/** Bytes that a chunk of a long page is meant to have: more are faster, at 256 KB by a tenth, and lie about in memory longer. */
const CHUNK_BYTES = 160 * 1024
/** Jobs in a chunk, at most. */
const CHUNK_JOBS = 512

/** The jobs of one page, newest first. A short one is as the list was at one moment. */
export async function page(
  dialect: Dialect,
  account: number,
  filter: ListFilter,
  { offset, limit, cursor }: JobWindow,
  fields: readonly JobField[] = JOB_FIELDS,
): Promise<JobPage> {
  const none = Buffer.alloc(0)
  return snapshot(dialect, async (moment) => {
    const scope = await scopeOf(moment.db, account, filter)
    const list = await ordinalList(moment, scope)
    const total = await list.total()
    const start = cursor === null ? await list.skip(scope.before, offset) : Math.min(scope.before, cursor)
    if (start === null) return { total, next: null, items: none }

    if (limit <= SHORT_PAGE) {
      const found = await records(moment, account, list.query(scope.from, start, limit + 1), fields)
      const shown = found.slice(0, limit)
      const next = found.length > limit ? (shown.at(-1)?.ordinal ?? null) : null
      return { total, next, items: jobsText(shown, fields) }
    }
    const end = await list.skip(start, limit)
    // Jobs that are created from now on are none of this page's.
    const before = Math.min(start, await afterNewest(moment.db, account))
    const range = { ...scope, from: end ?? scope.from, before }
    return { total, next: end, items: inChunks(dialect, range, fields) }
  })
}

/** Runs queries that all see the database as it is at one moment. */
async function snapshot<T>(dialect: Dialect, read: (moment: Dialect) => Promise<T>): Promise<T> {
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

/** A scope's jobs, a chunk of text at a time, each as it is at one moment; chunks grow and shrink with the jobs. */
async function* inChunks(
  dialect: Dialect,
  scope: Scope,
  fields: readonly JobField[],
): AsyncGenerator<Buffer> {
  const { account, from } = scope
  const list = await ordinalList(dialect, scope)
  let bound = scope.before
  let before = ''
  for (let size = SHORT_PAGE; ;) {
    const jobs = await records(dialect, account, list.query(from, bound, size), fields)
    const text = jobsText(jobs, fields, before)
    if (text.length > 0) yield text
    // Others have their turn, however fast the reader is.
    await setImmediate()
    const last = jobs.at(-1)
    if (last === undefined || jobs.length < size) return
    bound = last.ordinal
    before = ','
    const fitting = Math.floor((CHUNK_BYTES * jobs.length) / Math.max(1, text.length))
    size = Math.min(Math.max(1, fitting), size * 2, CHUNK_JOBS)
  }
}

/**
 * The jobs that a query for ordinals finds, newest first. One statement: so they are as they are at one moment, and
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

/** A query for jobs with the columns that some fields are made of; only these are read. */
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
