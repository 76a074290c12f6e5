/** Deliveries as they are written: in the transaction of what they tell. */
import { sql } from 'kysely'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { LiveMessage } from '../../jobs/delivery-store.ts'
import type { Outcome } from '../../jobs/work-store.ts'
import type { Db } from '../schema.ts'

/** Rows of one statement. */
const BATCH = 200

/** Writes the callback of a pre-recorded job that has just ended, if one was asked for. What it tells is the job. */
export async function addEndDelivery(
  db: Db,
  { id, account }: { id: string; account: number },
  { callback, callback_config: config }: Partial<PreRecordedParams>,
  { status }: Pick<Outcome, 'status'>,
): Promise<void> {
  if (callback !== true || config === undefined) return
  const now = Date.now()
  await db
    .insertInto('deliveries')
    .values({
      id: `${id}_end`,
      account,
      job_id: id,
      receiver: await receiverOf(db, account, config.url),
      event: status === 'done' ? 'transcription.success' : 'transcription.error',
      url: config.url,
      method: config.method,
      payload: null,
      is_ordered: 0,
      state: 'waiting',
      created_at: now,
      began_at: now,
      next_at: now,
      lease: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Writes messages of a live session, in order; those that were written before stay as they are. */
export async function addLiveDeliveries(
  db: Db,
  { id, account }: { id: string; account: number },
  url: string,
  messages: readonly LiveMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const receiver = await receiverOf(db, account, url)
  const now = Date.now()
  const rows = messages.map(({ key, type, text }) => ({
    id: `${id}_${key}`,
    account,
    job_id: id,
    receiver,
    event: `live.${type}`,
    url,
    method: 'POST' as const,
    payload: text,
    is_ordered: 1,
    state: 'waiting' as const,
    created_at: now,
    began_at: now,
    next_at: null,
    lease: null,
  }))
  for (let i = 0; i < rows.length; i += BATCH) {
    await db
      .insertInto('deliveries')
      .values(rows.slice(i, i + BATCH))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  await armNext(db, id, now)
}

/**
 * Lets the first delivery of a job that still waits have its turn. Whoever calls it has the job's receiver locked: else
 * a message that comes while the one before it ends could wait for ever.
 */
export async function armNext(db: Db, jobId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('position', '=', (query) =>
      query
        .selectFrom('deliveries')
        .select('position')
        .where('job_id', '=', jobId)
        // In the text and not as a parameter: SQLite else cannot know that its index of what waits serves.
        .where('state', '=', sql.lit('waiting'))
        .orderBy('position')
        .limit(1),
    )
    .where('next_at', 'is', null)
    .execute()
}

/** The receiver of a URL, made if there is none, and locked until the transaction ends. */
async function receiverOf(db: Db, account: number, url: string): Promise<number> {
  const origin = new URL(url).origin
  const { id } = await db
    .insertInto('receivers')
    .values({ account, origin, failures: 0, failing_since: null, paused_until: null })
    .onConflict((conflict) => conflict.columns(['account', 'origin']).doUpdateSet({ origin }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Forgets what was, or was still to be, told of a job. */
export async function removeDeliveries(db: Db, jobId: string): Promise<void> {
  await db
    .deleteFrom('delivery_attempts')
    .where('delivery', 'in', (query) =>
      query.selectFrom('deliveries').select('id').where('job_id', '=', jobId),
    )
    .execute()
  await db.deleteFrom('deliveries').where('job_id', '=', jobId).execute()
}
