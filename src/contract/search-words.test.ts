import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { searchWords } from './search-words.ts'

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

  test('are unique, have letters, digits and marks only, and do not depend on punctuation around them', () => {
    const unit = fc.oneof(
      fc.constantFrom(...Array.from("aBcÄöß19 ,.-'’\n")),
      fc.constantFrom('σ', 'ς', 'Ι', '\u0345', '\u0301', 'é', 'ﬁ'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const holds = fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const words = searchWords(text)
      assert.equal(new Set(words).size, words.length)
      for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]{1,64}$/u)
      assert.deepEqual(searchWords(`«${text}»!`), words)
    })
    fc.assert(holds, { seed: 1, numRuns: 3_000 })
  })
})
