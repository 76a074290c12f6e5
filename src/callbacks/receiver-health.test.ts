import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointHealth } from '../jobs/delivery.ts'
import { healthAfter, PAUSE_POLICY } from './receiver-health.ts'

const WELL: EndpointHealth = { failures: 0, failingSince: null, pausedUntil: null }
const failed = (health: EndpointHealth, at: number) => healthAfter(health, true, PAUSE_POLICY, at)

test('a receiver is paused when it fails often and for long, not for one of the two', () => {
  let often = WELL
  for (let i = 0; i < 1_000; i++) often = failed(often, i * 50)
  assert.deepEqual(often, { failures: 1_000, failingSince: 0, pausedUntil: null })
  let long = WELL
  for (let i = 0; i < 9; i++) long = failed(long, i * 3_600_000)
  assert.equal(long.pausedUntil, null)
  assert.ok((failed(often, 61_000).pausedUntil ?? 0) > 61_000)
  assert.ok((failed(long, 10 * 3_600_000).pausedUntil ?? 0) > 0)
})

test('its pauses grow to ten minutes, and end with the first success', () => {
  let health: EndpointHealth = { failures: 9, failingSince: 0, pausedUntil: null }
  const pauses: number[] = []
  for (let now = 60_000; pauses.length < 12; now = health.pausedUntil ?? 0) {
    health = failed(health, now)
    const late = failed(health, now + 1)
    assert.equal(late.pausedUntil, health.pausedUntil, 'a try that was under way changes nothing')
    pauses.push((health.pausedUntil ?? 0) - now)
  }
  assert.equal(pauses[0], 30_000)
  assert.equal(pauses.at(-1), 600_000)
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
  assert.deepEqual(healthAfter(health, false, PAUSE_POLICY, 1), WELL)
  assert.equal(healthAfter(WELL, false, PAUSE_POLICY, 1), WELL, 'nothing to be written')
})
