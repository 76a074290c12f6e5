/**
 * Records deliveries, in the transaction of the change that they report. Due times use the clock of the database, as claims do: with the
 * clock of a process that runs ahead, deliveries would be due too late.
 */
import { sql } from 'kysely'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { TraceContext } from '../../jobs/job.ts'
import type { LiveMessage } from '../../jobs/live.ts'
import type { Outcome } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'
import { ensureEndpoint } from './endpoints.ts'

/** Rows per insert statement. */
const BATCH_ROWS = 200

/** The job that is reported. */
interface ReportedJob {
  readonly id: string
  readonly account: number
  readonly trace: TraceContext
}

/**
 * Records the callback of a pre-recorded job that has just ended. Its body is the job's result. For a job that was queued again, the
 * delivery gets a new id, because receivers ignore ids that they have seen.
 */
export async function addEndDelivery(
  { now }: Dialect,
  db: Db,
  { id, account, trace, requeued_at: again }: ReportedJob & { readonly requeued_at: number | null },
  { url, method }: NonNullable<PreRecordedParams['callback_config']>,
  { status }: Pick<Outcome, 'status'>,
): Promise<void> {
  await db
    .insertInto('deliveries')
    .values({
      id: again === null ? `${id}_end` : `${id}_end_${again}`,
      account,
      job_id: id,
      endpoint: await ensureEndpoint(db, account, url),
      event: status === 'done' ? 'transcription.success' : 'transcription.error',
      url,
      method,
      payload: null,
      webhook: null,
      is_ordered: 0,
      state: 'waiting',
      created_at: Date.now(),
      began_at: now,
      next_at: now,
      lease: null,
      trace,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records messages of a live session, in order. Messages that are already recorded stay unchanged. */
export async function addLiveDeliveries(
  dialect: Dialect,
  db: Db,
  { id, account, trace }: ReportedJob,
  url: string,
  messages: readonly LiveMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const endpoint = await ensureEndpoint(db, account, url)
  const created_at = Date.now()
  const rows = messages.map(({ key, type, text }) => ({
    id: `${id}_${key}`,
    account,
    job_id: id,
    endpoint,
    event: `live.${type}`,
    url,
    method: 'POST' as const,
    payload: text,
    webhook: null,
    is_ordered: 1,
    state: 'waiting' as const,
    created_at,
    began_at: dialect.now,
    next_at: null,
    lease: null,
    trace,
  }))
  for (let i = 0; i < rows.length; i += BATCH_ROWS) {
    await db
      .insertInto('deliveries')
      .values(rows.slice(i, i + BATCH_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await armNext(dialect, db, id)
}

/**
 * Makes the first waiting delivery of a job due. The caller must hold the lock of the job's endpoint: otherwise a message that is
 * recorded while the previous one ends could wait for ever.
 */
export async function armNext({ now }: Dialect, db: Db, jobId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('position', '=', (query) =>
      query
        .selectFrom('deliveries')
        .select('position')
        .where('job_id', '=', jobId)
        .where('is_ordered', '=', 1)
        // A literal, not a parameter: otherwise SQLite cannot tell that the partial index applies.
        .where('state', '=', sql.lit('waiting'))
        .orderBy('position')
        .limit(1),
    )
    .where('next_at', 'is', null)
    .execute()
}
