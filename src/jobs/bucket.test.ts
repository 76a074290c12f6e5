import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { type JobKind, jobKind, type JobStatus, jobStatus } from '../contract/common.ts'
import { ALL_BUCKETS, bucketOf, bucketsOf, kindNumberOf, kindOf, otherStatuses, statusOf } from './bucket.ts'

const KINDS: readonly JobKind[] = jobKind.options
const STATUSES: readonly JobStatus[] = jobStatus.options
const pairs = KINDS.flatMap((kind) => STATUSES.map((status) => ({ kind, status })))

suite('buckets', () => {
  test('have fixed numbers, because they are stored', () => {
    assert.deepEqual(
      (['queued', 'processing', 'done', 'error'] as const).map((status) => [
        bucketOf('pre-recorded', status),
        bucketOf('live', status),
      ]),
      [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ],
    )
    assert.deepEqual(
      [kindNumberOf(bucketOf('pre-recorded', 'error')), kindNumberOf(bucketOf('live', 'queued'))],
      [0, 1],
    )
  })

  test('map one to one to pairs of kind and status', () => {
    for (const { kind, status } of pairs) {
      const bucket = bucketOf(kind, status)
      assert.deepEqual({ kind: kindOf(bucket), status: statusOf(bucket) }, { kind, status })
    }
    assert.deepEqual(new Set(pairs.map(({ kind, status }) => bucketOf(kind, status))), new Set(ALL_BUCKETS))
    assert.equal(ALL_BUCKETS.length, pairs.length)
  })

  test('with an unknown number are rejected', () => {
    assert.throws(() => kindOf(8), RangeError)
    assert.throws(() => statusOf(-1), RangeError)
  })

  const anyOf = <T>(options: readonly T[]) => fc.option(fc.subarray([...options], { minLength: 1 }))
  test('of a filter, and the other statuses of its kinds, equal those found by plain filtering', () => {
    const agrees = fc.property(anyOf(KINDS), anyOf(STATUSES), (kinds, statuses) => {
      const matches = ({ kind, status }: (typeof pairs)[number]) =>
        (kinds?.includes(kind) ?? true) && (statuses?.includes(status) ?? true)
      const found = bucketsOf(kinds, statuses)
      const numbers = (some: typeof pairs) => new Set(some.map(({ kind, status }) => bucketOf(kind, status)))
      assert.deepEqual(new Set(found), numbers(pairs.filter(matches)))
      const others = pairs.filter((pair) => (kinds?.includes(pair.kind) ?? true) && !matches(pair))
      assert.deepEqual(new Set(otherStatuses(found)), numbers(others))
    })
    fc.assert(agrees, { seed: 1, numRuns: 200 })
  })
})
