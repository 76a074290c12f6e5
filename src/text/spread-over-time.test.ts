import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Span, spreadOverSpans } from './spread-over-time.ts'

test('parts share the spans by length, excluding the pause between two spans', () => {
  const spans = [
    { start: 1, end: 2 },
    { start: 5, end: 6 },
  ]
  assert.deepEqual(spreadOverSpans(['ab', 'cd'], spans), spans)
  assert.deepEqual(spreadOverSpans(['abc', 'd'], spans), [
    { start: 1, end: 5.5 },
    { start: 5.5, end: 6 },
  ])
})

test('parts follow each other, begin with the first span and end with the last', () => {
  const anySpans = fc
    .array(
      fc.record({
        pause: fc.double({ min: 0, max: 3, noNaN: true }),
        length: fc.integer({ min: 1, max: 5000 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((lengths) => {
      let time = 0
      return lengths.map(({ pause, length }): Span => {
        const start = time + pause
        time = start + length / 1000
        return { start, end: time }
      })
    })
  const anyParts = fc.array(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyParts, anySpans, (parts, spans) => {
      const times = spreadOverSpans(parts, spans)
      assert.equal(times.length, parts.length)
      assert.equal(times[0]?.start, spans[0]?.start)
      assert.ok(Math.abs((times.at(-1)?.end ?? NaN) - (spans.at(-1)?.end ?? NaN)) < 1e-5)
      let earliest = 0
      for (const { start, end } of times) {
        assert.ok(start >= earliest - 1e-5 && end >= start, `${start}–${end} after ${earliest}`)
        const touched = spans.some((span) => span.start - 1e-5 <= start && start <= span.end + 1e-5)
        assert.ok(touched, `${start} is in no span`)
        earliest = end
      }
    }),
    { seed: 1, numRuns: 500 },
  )
})
