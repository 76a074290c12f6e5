import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionAfter, lifetime, RETRY_SCHEDULE, type TryOutcome } from './retry-schedule.ts'

const NOW = 1_800_000_000_000
const FAILED: TryOutcome = { status: 500, retryAfter: null, isHopeless: false }

/** Seconds until the next try; the state when there is none. */
function after(outcome: Partial<TryOutcome>, priorAttempts = 0, random = 0, beganAt = NOW): number | string {
  const decision = decisionAfter(
    { ...FAILED, ...outcome },
    { priorAttempts, beganAt },
    RETRY_SCHEDULE,
    NOW,
    random,
  )
  return decision.state === 'waiting' ? (decision.nextAt - NOW) / 1_000 : decision.state
}

test('a delivery that fails is tried again when the contract says, and eight times in all', () => {
  const delays = Array.from({ length: 8 }, (_, priorAttempts) => after({}, priorAttempts))
  assert.deepEqual(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 'failed'])
  assert.equal(after({}, 1, 0.999_999), 330, 'a tenth later at most')
  assert.equal(after({ status: null }), 5)
})

test('what is no success, and what is the end of it', () => {
  for (const status of [200, 201, 204, 299]) assert.equal(after({ status }), 'delivered')
  for (const status of [100, 199, 300, 301, 307, 400, 401, 404, 429, 500, 503])
    assert.equal(after({ status }), 5)
  assert.equal(after({ status: 410 }), 'failed')
  assert.equal(after({ status: null, isHopeless: true }), 'failed')
  assert.equal(after({}, 0, 0, NOW - lifetime(RETRY_SCHEDULE)), 'failed', 'it had to wait for too long')
})

test('Retry-After is heeded, in seconds or as a date, within reason', () => {
  assert.equal(after({ status: 429, retryAfter: '120' }, 3), 120)
  assert.equal(after({ status: 503, retryAfter: new Date(NOW + 90_000).toUTCString() }), 90)
  assert.equal(after({ retryAfter: '0' }), 1)
  assert.equal(after({ retryAfter: new Date(NOW - 90_000).toUTCString() }), 1)
  assert.equal(after({ retryAfter: '99999999999999999999' }), 43_200)
  for (const retryAfter of ['soon', '', '-5', '1e3'])
    assert.ok(Number(after({ retryAfter })) <= 5, retryAfter)
})
