import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../service/config.ts'
import type { AttemptOutcome } from './attempt.ts'
import { decisionAfter, lifetime } from './retry-schedule.ts'

/** The default, which the contract specifies. */
const { schedule } = readConfig({}).callbacks

const NOW = 1_800_000_000_000
const FAILED: AttemptOutcome = { status: 500, retryAfter: null, isPermanent: false }

/** Seconds until the next attempt; the state if there is none. */
function after(
  outcome: Partial<AttemptOutcome>,
  priorAttempts = 0,
  random = 0,
  beganAt = NOW,
): number | string {
  const delivery = { priorAttempts, beganAt }
  const decision = decisionAfter({ ...FAILED, ...outcome }, delivery, schedule, NOW, random)
  return decision.state === 'waiting' ? (decision.nextAt - NOW) / 1_000 : decision.state
}

test('a failed delivery is retried on the schedule of the contract, with eight attempts in total', () => {
  const delays = Array.from({ length: 8 }, (_, priorAttempts) => after({}, priorAttempts))
  assert.deepEqual(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 'failed'])
  assert.equal(after({}, 1, 0.999_999), 330, 'at most a tenth later')
  assert.equal(after({ status: null }), 5)
})

test('only 2xx is a success; 410, a permanent fault and old age end a delivery', () => {
  for (const status of [200, 201, 204, 299]) assert.equal(after({ status }), 'delivered')
  for (const status of [100, 199, 300, 301, 307, 400, 401, 404, 429, 500, 503])
    assert.equal(after({ status }), 5)
  assert.equal(after({ status: 410 }), 'failed')
  assert.equal(after({ status: null, isPermanent: true }), 'failed')
  assert.equal(after({}, 0, 0, NOW - lifetime(schedule)), 'failed', 'too old')
})

test('Retry-After is honoured in seconds or as a date, within bounds', () => {
  assert.equal(after({ status: 429, retryAfter: '120' }, 3), 120)
  assert.equal(after({ status: 503, retryAfter: new Date(NOW + 90_000).toUTCString() }), 90)
  assert.equal(after({ retryAfter: '0' }), 1)
  assert.equal(after({ retryAfter: new Date(NOW - 90_000).toUTCString() }), 1)
  assert.equal(after({ retryAfter: '99999999999999999999' }), 43_200)
  for (const retryAfter of ['soon', '', '-5', '1e3'])
    assert.ok(Number(after({ retryAfter })) <= 5, retryAfter)
})
