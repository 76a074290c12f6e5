import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toChunks } from './text-chunks.ts'

test('sentences fill each part as far as they fit', () => {
  assert.deepEqual(toChunks(['One two.', 'Three.', 'Four five.', 'Six.'], 15), [
    'One two. Three.',
    'Four five. Six.',
  ])
  assert.deepEqual(toChunks(['One.', 'Two.'], 9, '\n'), ['One.\nTwo.'])
  assert.deepEqual(toChunks([], 10), [])
})

test('a sentence that is longer than a part is cut between words, or anywhere if it has no spaces', () => {
  assert.deepEqual(toChunks(['one two three four'], 9), ['one two', 'three', 'four'])
  assert.deepEqual(toChunks(['今日は天気がいいですね。'], 5), ['今日は天気', 'がいいです', 'ね。'])
})

test('a character is not cut in two', () => {
  assert.deepEqual(toChunks(['😀😀😀'], 3), ['😀', '😀', '😀'])
})

test('no part is too long, and nothing is lost, added or moved', () => {
  const sentence = fc.array(fc.constantFrom('a', 'bc', ' ', 'd e', '語', '😀', '. '), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(sentence), fc.integer({ min: 2, max: 40 }), (sentences, most) => {
      const texts = sentences.map((pieces) => pieces.join(''))
      const parts = toChunks(texts, most)
      assert.ok(parts.every((part) => part.length <= most && part.trim() !== ''))
      assert.equal(parts.join('').replaceAll(/\s/g, ''), texts.join('').replaceAll(/\s/g, ''))
    }),
    { numRuns: 1000, seed: 20250601 },
  )
})

test('a part without room is refused, instead of being looked for for ever', () => {
  for (const most of [1, 0, -1, Number.NaN]) assert.throws(() => toChunks(['one'], most), RangeError)
})
