import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { ClaimedDelivery } from '../jobs/delivery.ts'
import { StoreError } from '../jobs/store-error.ts'
import type { DeliveryQueue } from '../store/deliveries/delivery-queue.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import type { CompletedAttempt } from './attempt.ts'
import { PAUSE_POLICY } from './endpoint-health.ts'

function completed(id: string): CompletedAttempt {
  return {
    delivery: { id, priorAttempts: 0, beganAt: 0 } as ClaimedDelivery,
    attempt: { at: 0, duration: 1, status: 200, answer: '', error: null },
    outcome: { status: 200, retryAfter: null, isPermanent: false },
  }
}

test('attempts that the store rejects fail alone; those completed meanwhile are recorded together', async () => {
  const begun = Promise.withResolvers<void>()
  const rejected = Promise.withResolvers<never>()
  const recorded: string[][] = []
  const store: Pick<DeliveryQueue, 'record'> = {
    record: async (attempted) => {
      const ids = attempted.map(({ delivery }) => delivery.id)
      if (ids.includes('bad')) {
        begun.resolve()
        await rejected.promise
      }
      recorded.push(ids)
      return []
    },
  }
  const recorder = new AttemptRecorder({
    store: store as DeliveryQueue,
    schedule: { delays: [], jitter: 0 },
    pausePolicy: PAUSE_POLICY,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  })
  const bad = recorder.record(completed('bad'))
  await begun.promise
  const others = ['one', 'two'].map(async (id) => recorder.record(completed(id)))
  rejected.reject(new StoreError('rejected', 'too large'))
  const [ofBad, ...ofOthers] = await Promise.allSettled([bad, ...others])
  assert.equal(ofBad?.status, 'rejected')
  assert.deepEqual(
    ofOthers.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  await recorder.record(completed('three'))
  assert.deepEqual(recorded, [['one', 'two'], ['three']])
})
