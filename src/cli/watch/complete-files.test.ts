/** Which files are complete: those that have not changed for a while, and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Settling } from './complete-files.ts'

test('a file is settled at the first look at which its state is as old as it must be', () => {
  const looks = fc.array(
    fc.record({ state: fc.constantFrom('a', 'b'), pause: fc.integer({ min: 0, max: 6 }) }),
  )
  const holds = fc.property(looks, fc.integer({ min: 1, max: 12 }), (given, milliseconds) => {
    const settling = new Settling(milliseconds)
    let now = 0
    /** Of the looks since it was last settled. */
    let seen: { state: string; at: number }[] = []
    for (const { state, pause } of given) {
      now += pause
      seen.push({ state, at: now })
      const since = seen.slice(seen.findLastIndex((one) => one.state !== state) + 1)
      const expected = since.length > 1 && now - since[0]!.at >= milliseconds
      assert.equal(settling.isSettled('file', state, now), expected)
      // Another file makes no difference.
      settling.isSettled('other', String(now), now)
      if (expected) seen = []
    }
  })
  fc.assert(holds, { seed: 1, numRuns: 500 })
})
