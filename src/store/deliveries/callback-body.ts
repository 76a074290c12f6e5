import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What the bodies of callbacks consist of: the result of the job, or the message of the live session. */
export function callbackParts(db: Kysely<Schema>) {
  return db
    .selectFrom('deliveries')
    .innerJoin('jobs', 'jobs.id', 'deliveries.job_id')
    .leftJoin('job_results', (join) =>
      join
        .onRef('job_results.account', '=', 'jobs.account')
        .onRef('job_results.ordinal', '=', 'jobs.ordinal')
        .on('deliveries.payload', 'is', null),
    )
    .select(['job_id', 'event', 'payload', 'result', 'custom_metadata', 'error_code', 'error_message'])
}

/** The body of the callback that a query finds; null when it finds none. */
export async function callbackBody(query: ReturnType<typeof callbackParts>): Promise<string | null> {
  const row = await query.executeTakeFirst()
  if (row === undefined) return null
  const head = `{"id":"${row.job_id}","event":"${row.event}"`
  if (row.payload !== null) return `${head},"payload":${row.payload}}`
  const outcome =
    row.result === null
      ? `"error":${JSON.stringify({ code: row.error_code ?? 500, message: row.error_message ?? '' })}`
      : `"payload":${row.result}`
  return `${head},${outcome},"custom_metadata":${row.custom_metadata ?? 'null'}}`
}
