/**
 * Jobs as JSON text that SQLite assembles, in the thread that reads it. The main thread then handles a chunk of a long page as a single
 * value; rows took it 25 µs per job. `jobs/job-text.ts` assembles the same text from rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { JobField } from '../../contract/common.ts'
import { ALL_BUCKETS, kindOf, statusOf } from '../../jobs/bucket.ts'
import { NO_DETAILS } from '../../jobs/details.ts'
import { API_VERSION, columnsOf, type JobRecord } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'

/** A part of a job's text: a literal, or an expression that is never null. */
type Part = string | RawBuilder<string>

/**
 * Jobs by their ordinals, newest first, separated by commas; null if there are none.
 * @param prefix is written before the first job
 */
export async function jobsJson(
  dialect: Dialect,
  account: number,
  of: readonly number[],
  fields: readonly JobField[],
  prefix: string,
): Promise<Buffer | null> {
  const { db, ordinals } = dialect
  const results = sql`
    left join job_results on job_results.account = jobs.account and job_results.ordinal = jobs.ordinal`
  const { rows } = await sql<{ text: Uint8Array | null }>`
    select cast(${sql.lit(prefix)} || group_concat(job.text, ',' order by job.ordinal desc) as blob) as text
    from (
      select ${jobJson(fields)} as text, jobs.ordinal
      from jobs ${columnsOf(fields).includes('result') ? results : sql``}
      where jobs.account = ${account} and jobs.ordinal in ${ordinals(of)}
    ) as job`.execute(db)
  const text = rows[0]?.text ?? null
  return text && Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}

/** The text of the job in the current row. */
function jobJson(fields: readonly JobField[]): RawBuilder<string> {
  const valueOf = fieldParts()
  const parts = fields.flatMap((field, i) => [`${i === 0 ? '{' : ','}"${field}":`, ...valueOf[field]])
  const merged: Part[] = []
  for (const part of [...parts, '}']) {
    const last = merged.at(-1)
    if (typeof part === 'string' && typeof last === 'string') merged.splice(-1, 1, last + part)
    else merged.push(part)
  }
  return sql`${sql.join(
    merged.map((part) => (typeof part === 'string' ? sql.lit(part) : part)),
    sql` || `,
  )}`
}

/** The parts of every field on the wire. */
function fieldParts(): Record<JobField, readonly Part[]> {
  const isoTime = (ms: RawBuilder<unknown>) =>
    sql<string>`strftime('%Y-%m-%dT%H:%M:%S', ${ms} / 1000, 'unixepoch') || printf('.%03dZ', ${ms} % 1000)`
  const column = (name: Exclude<keyof JobRecord, 'result'>) => sql.ref<string>(`jobs.${name}`)
  const orNull = (text: RawBuilder<unknown>) => sql<string>`coalesce(${text}, 'null')`
  const byBucket = (of: (bucket: number) => string) => {
    const cases = ALL_BUCKETS.map((bucket) => sql`when ${sql.lit(bucket)} then ${sql.lit(of(bucket))}`)
    return ['"', sql<string>`case jobs.bucket ${sql.join(cases, sql` `)} end`, '"']
  }
  return {
    id: ['"', column('id'), '"'],
    request_id: ['"G-', sql`substr(jobs.id, 1, 8)`, '"'],
    version: [String(API_VERSION)],
    status: byBucket(statusOf),
    created_at: ['"', isoTime(column('created_at')), '"'],
    completed_at: [orNull(sql`'"' || ${isoTime(column('completed_at'))} || '"'`)],
    kind: byBucket(kindOf),
    custom_metadata: [orNull(column('custom_metadata'))],
    post_session_metadata: [column('post_session_metadata')],
    error_code: [orNull(sql`cast(jobs.error_code as text)`)],
    error_message: [orNull(sql`json_quote(${column('error_message')})`)],
    file: [orNull(column('file'))],
    details: [sql`coalesce(jobs.details, ${sql.lit(NO_DETAILS)})`],
    request_params: [column('request_params')],
    result: [orNull(sql.ref('job_results.result'))],
    preview: [orNull(column('preview'))],
  }
}
