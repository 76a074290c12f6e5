import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../test/support/random.ts'
import { dot, unit } from '../../models/vectors.ts'
import { packed, unpacked } from './kept-voices.ts'

const random = randomFrom(7)
const spansOf = (count: number) =>
  Array.from({ length: count }, () => {
    const start = Math.floor(random() * 43_200_000)
    const end = start + 1 + Math.floor(random() * 30_000)
    return { channel: Math.floor(random() * 32), start: start / 1000, end: end / 1000 }
  })

test('packing keeps times exactly and voices nearly, in 140 bytes per window', () => {
  for (const [spoken, heard] of [
    [0, 0],
    [1, 0],
    [3, 200],
  ] as const) {
    const voices = {
      utterances: spansOf(spoken),
      windows: spansOf(heard).map((span) => ({
        ...span,
        voice: unit(Float32Array.from({ length: 128 }, () => random() ** 3 - 0.5)),
      })),
    }
    const bytes = packed(voices)
    assert.equal(bytes.length, 12 + 12 * spoken + 140 * heard)
    // As a database returns it: somewhere in a larger buffer.
    const found = unpacked(new Uint8Array([...Buffer.alloc(5), ...bytes]).subarray(5))
    assert.deepEqual(found.utterances, voices.utterances)
    for (const [i, { voice, ...span }] of found.windows.entries()) {
      const { voice: exact, ...times } = voices.windows[i]!
      assert.deepEqual(span, times)
      assert.ok(dot(voice, exact) > 0.9999)
    }
    // Speakers are told apart by packed voices, so packing them again must lose nothing.
    assert.deepEqual(packed(found), bytes)
  }
})

test('a voice of zeros, as for silence, stays a voice of zeros', () => {
  const silent = { channel: 0, start: 0, end: 1.5, voice: new Float32Array(128) }
  assert.deepEqual(unpacked(packed({ utterances: [], windows: [silent] })).windows, [silent])
})
