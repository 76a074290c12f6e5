import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toChunks } from './text-chunks.ts'

test('sentences are packed into as few chunks as possible', () => {
  assert.deepEqual(toChunks(['One two.', 'Three.', 'Four five.', 'Six.'], 15), [
    'One two. Three.',
    'Four five. Six.',
  ])
  assert.deepEqual(toChunks(['One.', 'Two.'], 9, '\n'), ['One.\nTwo.'])
  assert.deepEqual(toChunks([], 10), [])
})

test('a sentence longer than a chunk is split between words, or anywhere if it has no spaces', () => {
  assert.deepEqual(toChunks(['one two three four'], 9), ['one two', 'three', 'four'])
  assert.deepEqual(toChunks(['今日は天気がいいですね。'], 5), ['今日は天気', 'がいいです', 'ね。'])
})

test('a character is never split', () => {
  assert.deepEqual(toChunks(['😀😀😀'], 3), ['😀', '😀', '😀'])
})

test('chunks fit, and nothing is lost, added or moved', () => {
  const sentence = fc.array(fc.constantFrom('a', 'bc', ' ', 'd e', '語', '😀', '. '), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(sentence), fc.integer({ min: 2, max: 40 }), (sentences, max) => {
      const texts = sentences.map((pieces) => pieces.join(''))
      const parts = toChunks(texts, max)
      assert.ok(parts.every((part) => part.length <= max && part.trim() !== ''))
      assert.equal(parts.join('').replaceAll(/\s/g, ''), texts.join('').replaceAll(/\s/g, ''))
    }),
    { numRuns: 1000, seed: 20250601 },
  )
})

test('a limit below one character is rejected', () => {
  for (const max of [1, 0, -1, Number.NaN]) assert.throws(() => toChunks(['one'], max), RangeError)
})
