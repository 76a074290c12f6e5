import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { ClaimedDelivery, WaitingEndpoint } from '../jobs/delivery.ts'
import type { DeliveryQueue } from '../store/deliveries/delivery-queue.ts'
import { CallbackDispatcher } from './dispatcher.ts'
import { lifetime } from './retry-schedule.ts'

const NOW = 1_800_000_000_000

test('old deliveries are given up only for endpoints whose pause has ended: others have waited only for this service', async () => {
  const endpoints = [null, NOW + 1, NOW].map((pausedUntil, id): WaitingEndpoint => ({
    id,
    origin: `http://${id}`,
    failures: pausedUntil === null ? 0 : 20,
    failingSince: pausedUntil === null ? null : 0,
    pausedUntil,
    dueAt: 0,
  }))
  const claims = [[{ id: 'attempted', endpoint: 2 } as ClaimedDelivery], []]
  const attempted = Promise.withResolvers<null>()
  const givenUp: unknown[] = []
  const store: Partial<DeliveryQueue> = {
    extend: async () => {},
    waitingEndpoints: async () => ({ now: NOW, endpoints }),
    giveUp: async (...given) => void givenUp.push(given),
    claim: async () => claims.shift() ?? [],
    bodyOf: async () => attempted.promise,
  }
  const schedule = { delays: [1_000, 60_000], jitter: 0.1 }
  const dispatcher = new CallbackDispatcher({
    store: store as DeliveryQueue,
    node: 'node',
    send: async () => assert.fail('it was deleted'),
    concurrency: { total: 4, perEndpoint: 2 },
    timeoutMs: 1_000,
    schedule,
    log: pino({ level: 'silent' }),
  })
  dispatcher.wake()
  while (claims.length > 0) await new Promise(setImmediate)
  attempted.resolve(null)
  await dispatcher.close(0)
  assert.deepEqual(givenUp, [[2, NOW - lifetime(schedule)]], 'once, not again during an attempt')
})
