/** Callback deliveries in every state, for the console to show. */
import assert from 'node:assert/strict'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import type { DeliveryState } from '../../src/contract/deliveries.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'

const STATES: readonly DeliveryState[] = ['delivered', 'failed', 'delivered', 'waiting', 'delivered']
const SECOND = 1_000

/**
 * Adds failed jobs of the account `default`, each with a callback. None is due within an hour.
 * @param url of the callbacks
 * @param text why the jobs failed, and the answer of receivers that failed
 */
export async function addDeliveries(
  { accounts, jobs, work }: Store,
  { db }: Dialect,
  { url, count, text = '<h1>Service Unavailable</h1>' }: { url: string; count: number; text?: string },
): Promise<void> {
  const account = await accounts.ensure('default')
  const now = Date.now()
  for (let i = 0; i < count; i++) {
    const request = { audio_url: 'https://example.com/talk.mp3', callback: true, callback_config: { url } }
    const { id } = await jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams: preRecordedParamsOf(preRecordedRequest.parse(request)),
      fileId: null,
    })
    assert.ok(await work.finish(id, { status: 'error', code: 422, message: text }))
    const state = STATES[i % STATES.length]!
    const delivery = `${id}_end`
    const attempts = { delivered: 1, failed: 7, waiting: 2 }[state]
    await db
      .updateTable('deliveries')
      .set({ state, attempts, next_at: state === 'waiting' ? now + 3_600 * SECOND : null })
      .where('id', '=', delivery)
      .execute()
    const outcomes = Array.from({ length: attempts }, (_, number) => {
      const answer =
        state === 'delivered'
          ? { status: 200, answer: 'ok', error: null }
          : number % 2 === 0
            ? { status: 503, answer: text, error: null }
            : { status: null, answer: null, error: 'no answer within 15 seconds' }
      return {
        account,
        delivery,
        number: number + 1,
        at: now - (attempts - number) * SECOND,
        duration: 120,
        ...answer,
      }
    })
    await db.insertInto('delivery_attempts').values(outcomes).execute()
  }
}
