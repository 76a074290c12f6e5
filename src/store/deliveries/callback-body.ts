import type { Kysely } from 'kysely'
import { bucketOf } from '../../jobs/bucket.ts'
import type { Schema } from '../schema.ts'

/** Selects the parts of bodies: for callbacks, the job's result or the live session's message; for webhooks, the stored body. */
export function callbackParts(db: Kysely<Schema>) {
  return db
    .selectFrom('deliveries')
    .leftJoin('jobs', 'jobs.id', 'deliveries.job_id')
    .leftJoin('job_results', (join) =>
      join
        .onRef('job_results.account', '=', 'jobs.account')
        .onRef('job_results.ordinal', '=', 'jobs.ordinal')
        .on('deliveries.payload', 'is', null),
    )
    .where((eb) => eb.or([eb('webhook', 'is not', null), eb('jobs.id', 'is not', null)]))
    .select([
      'job_id',
      'event',
      'payload',
      'webhook',
      'result',
      'custom_metadata',
      'error_code',
      'error_message',
    ])
}

/** The body of the delivery that the query finds; null if it finds none. */
export async function callbackBody(query: ReturnType<typeof callbackParts>): Promise<string | null> {
  const row = await query.executeTakeFirst()
  return row === undefined ? null : bodyOf(row)
}

/**
 * The body of the callback for the end of a job, even if its request names no callback URL.
 * @param id the id that its delivery has or would have
 * @returns null if the id is another one, or the account has no such job that has ended
 */
export async function endBody(
  db: Kysely<Schema>,
  account: number,
  jobId: string,
  id: string,
): Promise<string | null> {
  const kind = id === `${jobId}_end` ? 'pre-recorded' : id === `${jobId}_end_session` ? 'live' : null
  if (kind === null) return null
  const [done, failed] = [bucketOf(kind, 'done'), bucketOf(kind, 'error')]
  const job = await db
    .selectFrom('jobs')
    .leftJoin('job_results', (join) =>
      join
        .onRef('job_results.account', '=', 'jobs.account')
        .onRef('job_results.ordinal', '=', 'jobs.ordinal')
        // The result of a live session is not sent at its end.
        .on('jobs.bucket', '=', bucketOf('pre-recorded', 'done')),
    )
    .select(['jobs.id as job_id', 'bucket', 'completed_at', 'result', 'custom_metadata'])
    .select(['error_code', 'error_message'])
    .where('jobs.id', '=', jobId)
    .where('jobs.account', '=', account)
    .where('bucket', 'in', [done, failed])
    .executeTakeFirst()
  if (job === undefined) return null
  if (kind === 'pre-recorded') {
    const event = job.bucket === done ? 'transcription.success' : 'transcription.error'
    return bodyOf({ ...job, event, payload: null, webhook: null })
  }
  const created_at = new Date(job.completed_at ?? 0).toISOString()
  const payload = JSON.stringify({ session_id: jobId, created_at, type: 'end_session' })
  return bodyOf({ ...job, event: 'live.end_session', payload, webhook: null })
}

type BodyParts = NonNullable<Awaited<ReturnType<ReturnType<typeof callbackParts>['executeTakeFirst']>>>

function bodyOf(row: BodyParts): string {
  if (row.webhook !== null && row.payload !== null) return row.payload
  const head = `{"id":"${row.job_id}","event":"${row.event}"`
  if (row.payload !== null) return `${head},"payload":${row.payload}}`
  const outcome =
    row.result === null
      ? `"error":${JSON.stringify({ code: row.error_code ?? 500, message: row.error_message ?? '' })}`
      : `"payload":${row.result}`
  return `${head},${outcome},"custom_metadata":${row.custom_metadata ?? 'null'}}`
}
