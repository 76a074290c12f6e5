import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LanguageCode } from '../../contract/languages.ts'
import { type SpokenToken, wordsOf } from './spoken-words.ts'

/** Tokens of one second each. */
function spoken(...parts: (string | readonly number[])[]): SpokenToken[] {
  return parts.map((part, i) => ({
    bytes: typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part),
    probability: 0.5,
    start: i,
  }))
}

const brief = (tokens: SpokenToken[], language: LanguageCode) =>
  wordsOf(tokens, tokens.length, language).map(({ word, start, end }) => [word, start, end])

test('a word consists of its tokens, and lasts until the next word begins', () => {
  assert.deepEqual(brief(spoken(' pr', 'ud', 'ently', ' in'), 'en'), [
    [' prudently', 0, 3],
    [' in', 3, 4],
  ])
})

test('punctuation belongs to the word before it, or at the beginning to the word after it', () => {
  assert.deepEqual(brief(spoken(' -', ' Bon', 'jour', ' !', ' Ça', ' va', ' ?'), 'fr'), [
    [' - Bonjour !', 0, 4],
    [' Ça', 4, 5],
    [' va ?', 5, 7],
  ])
})

test('a character split across tokens begins with the first of them', () => {
  const [first, second, third] = Buffer.from('語')
  assert.deepEqual(brief(spoken('日本', [first!], [second!, third!], 'です'), 'ja'), [
    ['日本語', 0, 3],
    ['です', 3, 4],
  ])
})

test('a script without spaces is segmented into words, and words within a token share its time', () => {
  assert.deepEqual(brief(spoken('東京は'), 'ja'), [
    ['東京', 0, 2 / 3],
    ['は', 2 / 3, 1],
  ])
})

test('confidence is the geometric mean over letters, without the punctuation', () => {
  const tokens = spoken(' coun', 'try', ',')
  const [word] = wordsOf(
    tokens.map((token, i) => ({ ...token, probability: [0.9, 0.4, 0.01][i]! })),
    3,
    'en',
  )
  assert.ok(Math.abs(word!.confidence - 0.6) < 1e-9, `${word!.confidence}`)
})

test('punctuation alone gives no words', () => assert.deepEqual(brief(spoken(' ...', ' ?'), 'en'), []))

test('the words joined are the text, ordered by time, each with a confidence', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.constantFrom(' a', ' the', 'ing', '。', '東京'),
  )
  const language = fc.constantFrom<LanguageCode>('en', 'ja', 'ru')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), language, (parts, code) => {
      const words = wordsOf(spoken(...parts), parts.length, code)
      const text = parts.join('')
      if (/[\p{L}\p{N}]/u.test(text))
        assert.equal(
          words
            .map(({ word }) => word)
            .join('')
            .trimEnd(),
          text.trimEnd(),
        )
      else assert.deepEqual(words, [])
      let earliest = 0
      for (const { start, end, confidence } of words) {
        assert.ok(earliest <= start && start <= end && end <= parts.length)
        assert.ok(Math.abs(confidence - 0.5) < 1e-9)
        earliest = start
      }
    }),
    { seed: 7 },
  )
})
