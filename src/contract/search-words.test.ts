import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { folded, searchWords, wordPlaces } from './search-words.ts'

const unit = fc.oneof(
  fc.constantFrom(...Array.from("aBcÄöß19 ,.-'’\n")),
  fc.constantFrom('σ', 'ς', 'Ι', 'İ', '\u0345', '\u0301', '\u0323', 'é', 'ﬁ', '½', '℃', '𝟘', '\ud800'),
  // Japanese and Korean characters that NFKC composes.
  fc.constantFrom('ｶ', 'ﾞ', 'ㅎ', 'ㅏ', 'ﾡ', 'ￂ', '\u1100', '\u1161', '\u11a8', '가', '銀行', 'กำ'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
const anyText = fc.array(unit, { maxLength: 30 }).map((parts) => parts.join(''))

suite('search words', () => {
  const cases: Record<string, string[]> = {
    '': [],
    ' …!? 🎧 ': [],
    'Hello, hello world.': ['hello', 'world'],
    "don't re-enter": ['don', 't', 're', 'enter'],
    'ÜBERFÄLLIG überfällig': ['überfällig'],
    'ﬁne ２０２５': ['fine', '2025'], // compatibility forms
    'ΛΌΓΟΣ λόγος': ['λόγοσ'], // final sigma
    'e\u0301te\u0301': ['été'],
    'हिन्दी भाषा': ['हिन्दी', 'भाषा'], // marks belong to words
    東京に行きます: ['東京', 'に', '行き', 'ます'], // found by a dictionary
    'GPT-4 と東京': ['gpt', '4', 'と', '東京'],
  }
  for (const [text, words] of Object.entries(cases)) {
    test(JSON.stringify(text), () => assert.deepEqual(searchWords(text), words))
  }

  test('are truncated to 64 characters', () => {
    assert.deepEqual(searchWords('x'.repeat(100)), ['x'.repeat(64)])
  })

  test('are unique, consist of letters, digits and marks, and do not depend on surrounding punctuation', () => {
    const holds = fc.property(anyText, (text) => {
      const words = searchWords(text)
      assert.equal(new Set(words).size, words.length)
      for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]{1,64}$/u)
      assert.deepEqual(searchWords(`«${text}»!`), words)
    })
    fc.assert(holds, { seed: 1, numRuns: 3_000 })
  })
})

suite('positions of words', () => {
  const placesIn = (text: string) =>
    wordPlaces(text).map(({ word, from, to }) => [word, text.slice(from, to)])

  test('refer to the original text', () => {
    assert.deepEqual(placesIn("Don't re\u0301sume\u0301, 𝟘½ ﬁne 東京に!"), [
      ['don', 'Don'],
      ['t', 't'],
      ['résumé', 're\u0301sume\u0301'],
      ['01', '𝟘½'],
      ['2', '½'],
      ['fine', 'ﬁne'],
      ['東京', '東京'],
      ['に', 'に'],
    ])
  })

  test('have the same words as a search, for any text', () => {
    const holds = fc.property(anyText, (text) => {
      const places = wordPlaces(text)
      assert.deepEqual([...new Set(places.map(({ word }) => word))], searchWords(text))
      for (const { word, from, to } of places) assert.ok(folded(text.slice(from, to)).includes(word))
    })
    fc.assert(holds, { seed: 2, numRuns: 3_000 })
  })
})
