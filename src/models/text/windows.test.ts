import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { windowsOf } from './windows.ts'

test('each token belongs to the window that has the most context for it', () => {
  const cases = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 60 }))
  fc.assert(
    fc.property(cases, ([count, size]) => {
      const windows = windowsOf(count, size)
      assert.deepEqual(
        windows.flatMap(({ ownFrom, ownTo }) =>
          Array.from({ length: ownTo - ownFrom }, (_, i) => ownFrom + i),
        ),
        Array.from({ length: count }, (_, i) => i),
      )
      for (const { from, to, ownFrom, ownTo } of windows) {
        assert.ok(to - from <= size && from <= ownFrom && ownFrom < ownTo && ownTo <= to)
        // At least half of the overlap on either side, unless the text ends there.
        const context = Math.floor((size - Math.max(1, Math.floor(size * 0.75))) / 2)
        assert.ok(from === 0 || ownFrom - from >= context)
        assert.ok(to === count || to - ownTo >= context)
      }
    }),
    { seed: 1 },
  )
})
