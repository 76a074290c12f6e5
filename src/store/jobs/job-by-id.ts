/** Reads a job as JSON: in one piece, or as a stream if its result is large, so that many clients can read it at the same time. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { JobKind } from '../../contract/common.ts'
import { kindOf } from '../../jobs/bucket.ts'
import { aroundResult, JOB_FIELDS, type JobRecord, jobsText } from '../../jobs/job-text.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import type { Dialect } from '../databases/dialect.ts'
import { heldResult, MAX_WHOLE_RESULT } from '../lists/held-result.ts'
import { jobRecords } from '../lists/job-records.ts'

/** The fields that are always read whole. */
const OTHERS = JOB_FIELDS.filter((field) => field !== 'result')

/** A job, with its result only if that is small. */
interface FoundJob extends Omit<JobRecord, 'result'> {
  readonly ordinal: number
  /** Null if it is large or there is none. */
  readonly result: JobRecord['result']
  /** Size of the result in bytes; null without a result. */
  readonly size: number | null
  /** Offset and size of the transcription in the result, in bytes. */
  readonly at: number
  readonly bytes: number
}

/**
 * Null if the account has no such job, or none of the given kind.
 * @param transcription replaces the transcription in the result, which must then exist
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

/** Whether a job has another kind than the requested one; null stands for any. */
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
  // Without a transcription in the result, the given one is inserted at its end.
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
