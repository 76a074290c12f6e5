/** Records events for the webhooks of an account, in the transaction that changes its jobs. */
import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { AccountWebhook } from '../../contract/callbacks.ts'
import type { Webhook, Webhooks } from '../../contract/settings.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { JobChange } from '../jobs/count-job-change.ts'
import type { Schema } from '../schema.ts'
import { endpointAt } from './endpoints.ts'

type EventOf<Body> = Body extends AccountWebhook ? Pick<Body, 'event' | 'payload'> : never

/** An event of a job. */
export type JobEvent = EventOf<AccountWebhook>

/** Milliseconds after which the dispatchers are woken: nearly every transaction has committed by the first time, the rest by the second. */
const WAKE_DELAYS_MS = [100, 1_000] as const

const waking = new WeakSet<Dialect['wake']>()

const ROW = {
  id: 'text',
  job: 'text',
  endpoint: 'bigint',
  event: 'text',
  url: 'text',
  payload: 'text',
  webhook: 'text',
} as const

/**
 * Records events of any number of jobs for the webhooks of their account, in one statement. The payload of an event is stored with it,
 * because the job may be deleted before it is sent.
 */
export async function reportEvents(
  dialect: Dialect,
  db: Transaction<Schema>,
  change: JobChange,
  events: readonly JobEvent[],
): Promise<void> {
  if (change.webhooks === null) return
  const { account, number, name } = change
  const rows = []
  for (const one of (JSON.parse(change.webhooks) as Webhooks).items) {
    const { url } = one
    const webhook = webhookKey(one)
    const reported = events.filter(({ event }) => one.events.includes(event))
    if (reported.length === 0) continue
    const endpoint = await endpointAt(db, account, url)
    for (const { event, payload } of reported) {
      const what = event.replace('.', '_')
      // A session begins and ends once; all other events may occur again.
      const key = event.startsWith('live.') ? what : `${what}_${number}`
      const body = JSON.stringify({ event, account: name, payload })
      rows.push({
        id: `${payload.id}_${key}_${webhook}`,
        job: payload.id,
        endpoint,
        event,
        url,
        payload: body,
        webhook,
      })
    }
  }
  if (rows.length === 0) return
  const { now } = dialect
  await sql`
    insert into deliveries
      (id, account, job_id, endpoint, event, url, method, payload, webhook, is_ordered, state, created_at, began_at, next_at)
    select id, cast(${account} as integer), job, endpoint, event, url, 'POST', payload, webhook, 0, 'waiting', cast(${Date.now()} as bigint), ${now}, ${now}
    from ${dialect.rows(ROW, rows)} where true
    on conflict do nothing`.execute(db)
  wakeSoon(dialect)
}

/** Identifies a webhook in the table of deliveries. A changed URL makes it a different webhook. */
export const webhookKey = ({ id, url }: Pick<Webhook, 'id' | 'url'>): string =>
  `${id}_${createHash('sha256').update(url).digest('hex').slice(0, 16)}`

/** The events of jobs that were deleted or moved to the trash. */
export const deletedJobs = (jobs: readonly { readonly id: string }[], in_trash: boolean): JobEvent[] =>
  jobs.map(({ id }) => ({ event: 'job.deleted', payload: { id, in_trash } }))

/** Wakes the dispatchers, once for all events recorded until then. */
function wakeSoon({ wake }: Dialect): void {
  if (waking.has(wake)) return
  waking.add(wake)
  for (const delay of WAKE_DELAYS_MS)
    setTimeout(() => {
      waking.delete(wake)
      wake.notify('callbacks')
    }, delay).unref()
}
