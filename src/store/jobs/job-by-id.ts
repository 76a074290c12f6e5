/** A job as JSON: at once, or as a stream where its result is large, so that many clients can read it at the same time. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { JobKind } from '../../contract/common.ts'
import { kindOf } from '../../jobs/bucket.ts'
import { aroundResult, JOB_FIELDS, type JobRecord, jobsText } from '../../jobs/job-text.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import type { Dialect } from '../databases/dialect.ts'
import { heldResult, MAX_WHOLE_RESULT } from '../lists/held-result.ts'
import { jobRecords } from '../lists/job-records.ts'

/** The fields that are read at once. */
const OTHERS = JOB_FIELDS.filter((field) => field !== 'result')

/** A job without its result, and what is known of that. */
interface FoundJob extends Omit<JobRecord, 'result'> {
  readonly ordinal: number
  /** Null where it is large, or there is none. */
  readonly result: JobRecord['result']
  /** Bytes; null without a result. */
  readonly size: number | null
  /** The bytes before the transcription, and those of it. */
  readonly at: number
  readonly bytes: number
}

/**
 * Null when the account has no such job and, if given, of that kind.
 * @param transcription in the place of that of the result, which the job has then
 */
export async function jobById(
  dialect: Dialect,
  account: number,
  id: string,
  kind: JobKind | null,
  transcription: StoredJson | null,
): Promise<StoredJson | null> {
  const size = sql<number | null>`octet_length(job_results.result)`
  const small = dialect.rawText(sql.ref('job_results.result'))
  const isRead = transcription === null ? sql`${size} <= ${sql.lit(MAX_WHOLE_RESULT)}` : sql`false`
  const job: FoundJob | undefined = await jobRecords(dialect, OTHERS)
    .leftJoin('job_results', (join) =>
      join
        .onRef('job_results.account', '=', 'jobs.account')
        .onRef('job_results.ordinal', '=', 'jobs.ordinal'),
    )
    .select([
      'jobs.ordinal',
      'transcription_at as at',
      'transcription_bytes as bytes',
      size.as('size'),
      sql<JobRecord['result']>`case when ${isRead} then ${small} end`.as('result'),
    ])
    .$castTo<FoundJob>()
    .where('jobs.id', '=', id)
    .where('jobs.account', '=', account)
    .executeTakeFirst()
  if (job === undefined || isOther(kind, job.bucket)) return null
  if (job.result !== null || job.size === null) return jobsText([job], JOB_FIELDS)
  const pieces = jobPieces({ ...dialect, db: dialect.reader }, account, job, job.size, transcription)
  return Readable.from(pieces, { objectMode: false })
}

/** Whether a job is of another kind than the one that is asked for. */
export function isOther(kind: JobKind | null, bucket: number): boolean {
  return kind !== null && kindOf(bucket) !== kind
}

async function* jobPieces(
  reader: Dialect,
  account: number,
  { result: _unread, ...job }: FoundJob,
  size: number,
  transcription: StoredJson | null,
): AsyncGenerator<Buffer> {
  const place = { account, ordinal: job.ordinal }
  const { at, bytes } = job
  // A result without a transcription gets one at its end.
  const [from, to] =
    transcription === null ? [size, size] : bytes > 0 ? [at, at + bytes] : [size - 1, size - 1]
  const [head = [], tail = []] = await heldResult(reader, place, [
    [0, from],
    [to, size],
  ])
  const { before, after } = aroundResult({ ...job, result: null }, JOB_FIELDS, '')
  yield before
  yield* head
  if (transcription !== null) {
    if (bytes === 0) yield Buffer.from(`${size > '{}'.length ? ',' : ''}"transcription":`)
    if (Buffer.isBuffer(transcription)) yield transcription
    else yield* transcription as AsyncIterable<Buffer>
  }
  yield* tail
  yield after
}
