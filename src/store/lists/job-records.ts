/** The rows of jobs that a query for ordinals finds, and their sizes. */
import { type RawBuilder, sql } from 'kysely'
import type { JobField } from '../../contract/common.ts'
import { columnsOf, JOB_FIELDS, type JobRecord } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { OrdinalQuery } from './ordinal-queries.ts'

/** A job on a page, with the size of its texts. */
export interface SizedJob {
  readonly ordinal: number
  /** Bytes of all texts that are asked for. */
  readonly bytes: number
  /** Bytes of the result alone; 0 without one. */
  readonly resultBytes: number
}

/** Columns of jobs whose texts may be large. */
const TEXT_COLUMNS = ['custom_metadata', 'post_session_metadata', 'request_params'] as const

/** Whether some fields are made from texts that may be large. */
export function hasTexts(fields: readonly JobField[]): boolean {
  return columnsOf(fields).some(
    (column) => column === 'result' || TEXT_COLUMNS.some((text) => text === column),
  )
}

/** The sizes of the jobs that a query for ordinals finds, newest first. Neither database reads a text to know its size. */
export async function jobSizes(
  { db }: Dialect,
  account: number,
  query: OrdinalQuery,
  fields: readonly JobField[],
): Promise<SizedJob[]> {
  const columns = columnsOf(fields)
  const bytes = (text: RawBuilder<unknown>) => sql`coalesce(octet_length(${text}), 0)`
  const texts = TEXT_COLUMNS.filter((column) => columns.includes(column))
  const own = [sql`0`, ...texts.map((column) => bytes(sql.ref(`jobs.${column}`)))]
  const result = columns.includes('result')
    ? sql`(select ${bytes(sql.ref('result'))} from job_results as large
        where large.account = jobs.account and large.ordinal = jobs.ordinal)`
    : sql`0`
  const rows = await db
    .selectFrom('jobs')
    .select('jobs.ordinal')
    .select([sql<number>`${sql.join(own, sql` + `)}`.as('own'), sql<number | null>`${result}`.as('result')])
    .where('jobs.account', '=', account)
    .where('jobs.ordinal', 'in', (eb) => eb.selectFrom(query.as('found')).select('found.ordinal'))
    .orderBy('jobs.ordinal', 'desc')
    .execute()
  return rows.map(({ ordinal, own: others, result: resultBytes }) => ({
    ordinal,
    bytes: others + (resultBytes ?? 0),
    resultBytes: resultBytes ?? 0,
  }))
}

/**
 * The jobs that a query for ordinals finds, newest first. A single statement, so that they are as of one moment, and
 * PostgreSQL is asked once for each chunk.
 */
export async function readRecords(
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
