import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { WaitingEndpoint } from '../jobs/delivery.ts'
import { fairShares, nextMoment } from './fair-shares.ts'

const NOW = 1_000_000

function waits(id: number, more: Partial<WaitingEndpoint> = {}): WaitingEndpoint {
  return {
    id,
    origin: `http://${id}`,
    failures: 0,
    failingSince: null,
    pausedUntil: null,
    dueAt: NOW,
    ...more,
  }
}

test('endpoints get slots in turn, up to the limit of each', () => {
  const concurrency = { total: 10, perEndpoint: 4 }
  assert.deepEqual(fairShares([waits(1)], new Map(), concurrency, NOW), new Map([[1, 4]]))
  const three = [waits(1), waits(2), waits(3)]
  assert.deepEqual(fairShares(three, new Map(), concurrency, NOW), new Map([[1, 4], [2, 3], [3, 3]])) // oxfmt-ignore
  assert.deepEqual(fairShares(three, new Map([[1, 4], [9, 5]]), concurrency, NOW), new Map([[2, 1]])) // oxfmt-ignore
  assert.deepEqual(fairShares([waits(1, { dueAt: NOW + 1 })], new Map(), concurrency, NOW), new Map())
  const late = [waits(1), waits(2, { dueAt: NOW - 2 }), waits(3, { dueAt: NOW - 1 })]
  assert.deepEqual(fairShares(late, new Map([[9, 8]]), concurrency, NOW), new Map([[2, 1], [3, 1]]), 'the most overdue first') // oxfmt-ignore
})

test('a paused endpoint gets no slot, and one at a time after the pause', () => {
  const concurrency = { total: 10, perEndpoint: 4 }
  const until = (pausedUntil: number) => [waits(1, { failures: 20, pausedUntil })]
  assert.deepEqual(fairShares(until(NOW + 1), new Map(), concurrency, NOW), new Map())
  assert.deepEqual(fairShares(until(NOW), new Map(), concurrency, NOW), new Map([[1, 1]]))
  assert.deepEqual(fairShares(until(NOW), new Map([[1, 1]]), concurrency, NOW), new Map())
  assert.equal(nextMoment(until(NOW + 70), NOW), NOW + 70)
  assert.equal(nextMoment([waits(1), waits(2, { dueAt: NOW + 9 })], NOW), NOW + 9)
  assert.equal(nextMoment([], NOW), Infinity)
})

test('the next moment is found even among 200,000 endpoints', () => {
  const many = Array.from({ length: 200_000 }, (_, id) => waits(id, { dueAt: NOW + 1 + id }))
  assert.equal(nextMoment(many, NOW), NOW + 1)
})

test('half of the slots are reserved for working endpoints, however many are failing', () => {
  const endpoint = fc.record({
    failures: fc.nat(2),
    busy: fc.nat(4),
    pausedUntil: fc.option(fc.nat(2 * NOW)),
  })
  const property = fc.property(fc.array(endpoint), fc.integer({ min: 1, max: 50 }), (endpoints, total) => {
    const waiting = endpoints.map(({ failures, pausedUntil }, id) => waits(id, { failures, pausedUntil }))
    const busy = new Map(endpoints.map((one, id) => [id, one.busy]))
    const shares = fairShares(waiting, busy, { total, perEndpoint: 4 }, NOW)
    const sum = (ids: readonly number[]) => ids.reduce((count, id) => count + (shares.get(id) ?? 0), 0)
    const all = waiting.map(({ id }) => id)
    const inUse = endpoints.reduce((count, one) => count + one.busy, 0)
    assert.ok(sum(all) <= Math.max(0, total - inUse))
    for (const [id, share] of shares) assert.ok(share > 0 && share + (busy.get(id) ?? 0) <= 4)
    const failing = all.filter((id) => (endpoints[id]?.failures ?? 0) > 0)
    const failingBusy = failing.reduce((count, id) => count + (busy.get(id) ?? 0), 0)
    if (sum(failing) > 0) assert.ok(sum(failing) + failingBusy <= Math.ceil(total / 2))
    // No slot stays free while a working endpoint could use it.
    const left = total - inUse - sum(all)
    const waitsStill = waiting.some(
      ({ id, failures, pausedUntil }) =>
        failures === 0 && pausedUntil === null && (busy.get(id) ?? 0) + (shares.get(id) ?? 0) < 4,
    )
    assert.ok(left <= 0 || !waitsStill)
  })
  fc.assert(property, { seed: 1, numRuns: 500 })
})
