import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { startFrames } from './word-alignment.ts'

/** The attention of tokens that attend only to their own frames, from one start to the next. */
function attentionOf(starts: readonly number[], frames: number): Float32Array[][] {
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? frames
    return [Float32Array.from({ length: frames }, (_, t) => (t >= start && t < end ? 1 : 0.01))]
  })
}

test('tokens start where their attention begins', () => {
  const starts = [0, 12, 20, 45, 60]
  for (const [i, start] of startFrames(attentionOf(starts, 80)).entries())
    assert.ok(Math.abs(start - starts[i]!) <= 1, `${start} is not about ${starts[i]}`)
})

test('a head with uniform attention does no harm', () => {
  const blind = new Float32Array(80).fill(1 / 80)
  const attention = attentionOf([0, 30, 50], 80).map((rows) => [...rows, blind.slice()])
  for (const [i, start] of startFrames(attention).entries()) assert.ok(Math.abs(start - [0, 30, 50][i]!) <= 1)
})

test('no tokens have no starts', () => assert.deepEqual(startFrames([]), []))

test('whatever the attention, starts ascend within the frames', () => {
  const weight = fc.float({ min: 0, max: 1, noNaN: true })
  const attention = fc
    .record({ tokens: fc.integer({ min: 1, max: 8 }), frames: fc.integer({ min: 1, max: 20 }) })
    .chain(({ tokens, frames }) => {
      const row = fc
        .array(weight, { minLength: frames, maxLength: frames })
        .map((weights) => Float32Array.from(weights))
      return fc.array(fc.tuple(row, row), { minLength: tokens, maxLength: tokens })
    })
  fc.assert(
    fc.property(attention, (rows) => {
      const frames = rows[0]![0].length
      const starts = startFrames(rows)
      assert.equal(starts.length, rows.length)
      for (const [i, start] of starts.entries())
        assert.ok((starts[i - 1] ?? 0) <= start && start < frames, starts.join())
    }),
    { seed: 7 },
  )
})
