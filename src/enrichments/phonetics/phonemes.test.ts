import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LanguageCode } from '../../contract/languages.ts'
import { weightedPhonemes, phonemeSimilarity } from './phoneme-similarity.ts'
import { phonemesOf } from './phonemes.ts'

const alike = (a: string, b: string, language: LanguageCode = 'en') =>
  phonemeSimilarity(weightedPhonemes(phonemesOf(a, language)), weightedPhonemes(phonemesOf(b, language)))

test('English homophones have the same phonemes; words with similar spellings need not', () => {
  assert.equal(alike('knight', 'night'), 1)
  assert.equal(alike('Stephen', 'Steven'), 1)
  assert.equal(alike('Smith Jones', 'smithjones') > 0.9, true)
  assert.ok(alike('cough', 'dough') < 0.7)
})

test('similar pronunciations are more similar than different ones', () => {
  assert.ok(alike('Nakashima', 'Nagashima') > alike('Nakashima', 'Nakasone'))
  assert.ok(alike('bat', 'pat') > alike('bat', 'sat'))
  assert.ok(alike('bit', 'bet') > alike('bit', 'bout'))
})

test('in other languages, spellings of the same sound are equal', () => {
  const pairs: [LanguageCode, string, string][] = [
    ['de', 'Schroeder', 'Shröder'],
    ['de', 'Mueller', 'Müller'],
    ['fr', 'Philippe', 'Filipe'],
    ['es', 'Quique', 'Kike'],
    ['pl', 'Czesław', 'Chesław'],
    ['cs', 'Dvořák', 'Dvorak'],
  ]
  for (const [language, a, b] of pairs) assert.ok(alike(a, b, language) > 0.85, `${a} ${b}`)
  assert.ok(alike('Müller', 'Maier', 'de') < 0.75)
})

test('letters of other scripts are compared as they are written', () => {
  assert.equal(alike('Анна', 'Анна', 'ru'), 1)
  assert.ok(alike('Москва', 'Масква', 'ru') > 0.7)
  assert.equal(alike('東京', '京都', 'ja') < 0.6, true)
})

test('similarity is symmetric and 1 for equal words, and a minimum does not change results above it', () => {
  const anyWord = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('Okonkwo', 'a convo', 'constructor', '東京'),
  )
  fc.assert(
    fc.property(anyWord, anyWord, fc.constantFrom<LanguageCode>('en', 'fr'), (a, b, language) => {
      const [one, other] = [
        weightedPhonemes(phonemesOf(a, language)),
        weightedPhonemes(phonemesOf(b, language)),
      ]
      const similarity = phonemeSimilarity(one, other)
      assert.ok(Math.abs(similarity - phonemeSimilarity(other, one)) < 1e-9)
      assert.ok(similarity <= 1)
      if (one.weight > 0) assert.equal(phonemeSimilarity(one, one), 1)
      const limited = phonemeSimilarity(one, other, 0.5)
      assert.ok(limited === similarity || (limited === 0 && similarity < 0.5 + 1e-9))
    }),
    { numRuns: 500, seed: 20250601 },
  )
})
