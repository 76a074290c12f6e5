import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointHealth } from '../jobs/delivery.ts'
import { HEALTHY, healthAfter, PAUSE_POLICY } from './endpoint-health.ts'

const failed = (health: EndpointHealth, at: number) => healthAfter(health, true, PAUSE_POLICY, at)

test('an endpoint is paused only when it has failed both often and for long', () => {
  let often = HEALTHY
  for (let i = 0; i < 1_000; i++) often = failed(often, i * 50)
  assert.deepEqual(often, { failures: 1_000, failingSince: 0, pausedUntil: null })
  let long = HEALTHY
  for (let i = 0; i < 9; i++) long = failed(long, i * 3_600_000)
  assert.equal(long.pausedUntil, null)
  assert.ok((failed(often, 61_000).pausedUntil ?? 0) > 61_000)
  assert.ok((failed(long, 10 * 3_600_000).pausedUntil ?? 0) > 0)
})

test('a success resets the count of failures', () => {
  let health = HEALTHY
  for (let i = 0; i < 100; i++) {
    for (let n = 1; n < PAUSE_POLICY.failures; n++) health = failed(health, i * 3_600_000 + n)
    health = healthAfter(health, false, PAUSE_POLICY, (i + 1) * 3_600_000)
    assert.deepEqual(health, HEALTHY)
  }
})

test('pauses grow to ten minutes and end with the first success', () => {
  let health: EndpointHealth = { failures: 9, failingSince: 0, pausedUntil: null }
  const pauses: number[] = []
  for (let now = 60_000; pauses.length < 12; now = health.pausedUntil ?? 0) {
    health = failed(health, now)
    const late = failed(health, now + 1)
    assert.equal(late.pausedUntil, health.pausedUntil, 'an attempt in progress changes nothing')
    pauses.push((health.pausedUntil ?? 0) - now)
  }
  assert.equal(pauses[0], 30_000)
  assert.equal(pauses.at(-1), 600_000)
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
  const healthy: EndpointHealth = { failures: 0, failingSince: null, pausedUntil: null }
  assert.deepEqual(healthAfter(health, false, PAUSE_POLICY, 1), healthy)
  assert.equal(healthAfter(HEALTHY, false, PAUSE_POLICY, 1), HEALTHY, 'nothing to record')
})
