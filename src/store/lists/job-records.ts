/** Reads the rows and the sizes of jobs by ordinal. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JobField } from '../../contract/common.ts'
import { isFinished } from '../../jobs/bucket.ts'
import { columnsOf, JOB_FIELDS, type JobRecord } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Given } from '../given.ts'
import type { OrdinalQuery } from './ordinal-queries.ts'

/** A job on a page, with the size of its texts. */
export interface SizedJob {
  readonly ordinal: number
  /** Bytes of all requested texts. */
  readonly bytes: number
  /** Bytes of the result alone; 0 without one. */
  readonly resultBytes: number
}

/** Columns of `jobs` whose texts may be large. */
const TEXT_COLUMNS = ['custom_metadata', 'post_session_metadata', 'details', 'request_params'] as const

/** The sizes of jobs, newest first. Neither database reads a text to determine its size. */
export async function jobSizes(
  { db, ordinals }: Dialect,
  account: number,
  of: readonly number[],
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
    .where(sql<SqlBool>`jobs.ordinal in ${ordinals(of)}`)
    .orderBy('jobs.ordinal', 'desc')
    .execute()
  return rows.map(({ ordinal, own: others, result: resultBytes }) => ({
    ordinal,
    bytes: others + (resultBytes ?? 0),
    resultBytes: resultBytes ?? 0,
  }))
}

/** A page of jobs that is read whole. */
export interface WholePage {
  readonly total: number | null
  /** Newest first. */
  readonly jobs: readonly (JobRecord & { readonly ordinal: number })[]
  /** The buckets of the unfinished jobs, by ordinal. */
  readonly unfinished: ReadonlyMap<number, number>
  /** Whether the texts of the jobs are within the limit of bytes; if not, they were not read. */
  readonly fits: boolean
}

/** A row of `wholePageQuery`. A page without jobs has a single row without a job. */
export type WholePageRow = Omit<JobRecord, 'ordinal'> & {
  readonly total: number | null
  readonly fits: number
  readonly ordinal: number | null
}

interface WholePageParts {
  readonly total: Expression<number | null>
  readonly query: OrdinalQuery
  /** Common table expressions that `total` and `query` refer to. */
  readonly before?: RawBuilder<unknown>
}

/**
 * A query for a total and for the jobs that a query for ordinals finds; if these are too large, without their texts. It is a single
 * statement, so that everything comes from the same snapshot.
 */
export function wholePageQuery(
  { rawText, carriesTexts }: Dialect,
  account: Given<number>,
  { total, query, before }: WholePageParts,
  fields: readonly JobField[],
  maxBytes: number,
): RawBuilder<WholePageRow> {
  const columns = [...new Set<keyof JobRecord>([...columnsOf(fields), 'bucket'])]
  const isText = (column: keyof JobRecord) =>
    column === 'result' || TEXT_COLUMNS.some((text) => text === column)
  const columnOf = (column: keyof JobRecord) =>
    sql.ref<string | null>(`${column === 'result' ? 'job_results' : 'jobs'}.${column}`)
  const join = sql`
    left join jobs on jobs.account = ${account} and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ${account} and job_results.ordinal = found.ordinal`
  const sizes = columns.filter(isText).map((column) => sql`coalesce(octet_length(${columnOf(column)}), 0)`)
  const bytes = sizes.length === 0 ? sql`0` : sql.join(sizes, sql` + `)
  const fits = sql`bytes <= ${sql.lit(maxBytes)}`
  const selected = (valueOf: (column: keyof JobRecord) => RawBuilder<string | null>) =>
    sql.join(
      columns.map((column) => {
        const value = valueOf(column)
        if (!isText(column)) return value
        return sql`case when ${fits} then ${column === 'result' ? rawText(value) : value} end as ${sql.ref(column)}`
      }),
    )
  const found = sql`${before === undefined ? sql`` : sql`${before},`}
    found as materialized (select ordinal from ${query} as page)`
  if (carriesTexts)
    return sql`
      with ${found},
      page as (
        select found.ordinal, ${sql.join(columns.map(columnOf))}, sum(${bytes}) over () as bytes from found ${join})
      select counts.total, case when ${fits} then 1 else 0 end as fits, page.ordinal,
        ${selected((column) => sql.ref(`page.${column}`))}
      from (select ${total} as total) as counts left join page on true`
  return sql`
    with ${found},
    counts as materialized (select ${total} as total, (select sum(${bytes}) from found ${join}) as bytes)
    select counts.total, case when ${fits} then 1 else 0 end as fits, found.ordinal, ${selected(columnOf)}
    from counts left join found on true ${join}`
}

/** Converts the rows of `wholePageQuery`. */
export function wholePageOf(rows: readonly WholePageRow[]): WholePage {
  const jobs = rows.filter((row): row is WholePageRow & { ordinal: number } => row.ordinal !== null)
  return {
    total: rows[0]?.total ?? null,
    fits: jobs.length === 0 || rows[0]?.fits === 1,
    jobs: jobs.toSorted((a, b) => b.ordinal - a.ordinal),
    unfinished: new Map(
      jobs.flatMap(({ ordinal, bucket }) => (isFinished(bucket) ? [] : [[ordinal, bucket]])),
    ),
  }
}

/** Jobs by their ordinals, newest first. */
export async function readRecords(
  dialect: Dialect,
  account: number,
  of: readonly number[],
  fields: readonly JobField[],
): Promise<(JobRecord & { readonly ordinal: number })[]> {
  return jobRecords(dialect, fields)
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    .where(sql<SqlBool>`jobs.ordinal in ${dialect.ordinals(of)}`)
    .orderBy('jobs.ordinal', 'desc')
    .execute()
}

/** A query for jobs that reads only the columns that the fields need. */
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
