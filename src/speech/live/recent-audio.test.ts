import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RecentAudio } from './recent-audio.ts'

test('audio can be read in any ranges until it is discarded', () => {
  const action = fc.record({
    append: fc.nat(40_000),
    discard: fc.nat(60_000),
    from: fc.nat(60_000),
    length: fc.nat(30_000),
  })
  fc.assert(
    fc.property(fc.nat(1000), fc.array(action, { maxLength: 30 }), (start, actions) => {
      const audio = new RecentAudio(start)
      let end = start
      let held = start
      for (const { append, discard, from, length } of actions) {
        audio.append(Float32Array.from({ length: append }, (_, i) => end + i))
        end += append
        held = Math.min(Math.max(held, discard), end)
        audio.discard(discard)
        assert.equal(audio.end, end)
        const first = Math.min(Math.max(from, held), end)
        const last = Math.min(Math.max(from + length, held), end)
        const slice = audio.slice(from, from + length)
        assert.equal(slice.length, last - first)
        if (slice.length > 0) assert.deepEqual([slice[0], slice.at(-1)], [first, last - 1])
      }
    }),
    { seed: 4, numRuns: 200 },
  )
})
