import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { textOf } from '../spoken-words.ts'
import type { TimedWord } from './transcription-answer.ts'
import { wordsWithTimes } from './words-with-times.ts'

const about = { language: 'en', seconds: 4, confidence: 0.7 } as const

function timed(...words: [word: string, start: number, end: number][]): TimedWord[] {
  return words.map(([word, start, end]) => ({ word, start, end }))
}

const TEXT = ' And so, my “fellow” Americans.'
const WORDS = timed(
  ['And', 0.1, 0.4],
  ['so', 0.4, 0.9],
  ['my', 1, 1.2],
  ['fellow', 1.2, 2],
  ['Americans', 2, 3.9],
)

suite('wordsWithTimes', () => {
  test('gives the words of the text, including punctuation, the times of the server', () => {
    assert.deepEqual(
      wordsWithTimes(TEXT, WORDS, about)?.map(({ word, start, end }) => [word, start, end]),
      [
        [' And', 0.1, 0.4],
        [' so,', 0.4, 0.9],
        [' my', 1, 1.2],
        [' “fellow”', 1.2, 2],
        [' Americans.', 2, 3.9],
      ],
    )
  })

  test('uses the probability of a word as its confidence, or else that of the response', () => {
    const [first, second] = timed(['Hello', 0, 1], ['there', 1, 2])
    const words = wordsWithTimes(' Hello there', [{ ...first!, probability: 0.25 }, second!], about)
    assert.deepEqual(
      words?.map(({ confidence }) => confidence),
      [0.25, 0.7],
    )
  })

  test('joins parts of words, and splits entries of several words', () => {
    const parts = timed([' Trans', 0, 1], ['cribed', 1, 2], [',', 2, 2], [' New York', 2, 4])
    assert.deepEqual(
      wordsWithTimes(' Transcribed, New York', parts, about)?.map(({ word, start, end }) => [
        word,
        start,
        end,
      ]),
      [
        [' Transcribed,', 0, 2],
        [' New', 2, 2.75],
        [' York', 2.75, 4],
      ],
    )
  })

  test('supports scripts without spaces', () => {
    const words = wordsWithTimes('こんにちは。', timed(['こん', 0, 1], ['にちは', 1, 2]), {
      ...about,
      language: 'ja',
    })
    assert.deepEqual(
      words?.map(({ word, start, end }) => [word, start, end]),
      [['こんにちは。', 0, 2]],
    )
  })

  const USELESS: Record<string, TimedWord[]> = {
    'no words': [],
    'a word too few': WORDS.slice(0, 4),
    'a word missing in the middle': WORDS.filter(({ word }) => word !== 'my'),
    'another word': [...WORDS.slice(0, 4), { word: 'Canadians', start: 2, end: 3.9 }],
    'words in another order': WORDS.toReversed(),
    'times that go back': WORDS.map((word, i) => (i === 2 ? { ...word, start: 0.2 } : word)),
    'an end before its start': WORDS.map((word, i) => (i === 2 ? { ...word, end: 0.5 } : word)),
    'negative times': WORDS.map((word) => ({ ...word, start: word.start - 1 })),
    'times after the end of the audio': WORDS.map(({ word, start, end }) => ({
      word,
      start: start + 9,
      end: end + 9,
    })),
    'no times but zero': WORDS.map(({ word }) => ({ word, start: 0, end: 0 })),
  }
  for (const [what, words] of Object.entries(USELESS))
    test(`returns no words for ${what}`, () => {
      assert.equal(wordsWithTimes(TEXT, words, about), undefined)
    })

  test('returns words in order and within the audio, or none, whatever the server sends', () => {
    const word = fc.record({
      word: fc.constantFrom('And', ' so', 'my', 'fell', 'ow', 'Americans.', ','),
      start: fc.double({ min: -1, max: 5, noNaN: true }),
      end: fc.double({ min: -1, max: 5, noNaN: true }),
    })
    const sorted = fc
      .array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 10, maxLength: 10 })
      .map((times) => times.toSorted((a, b) => a - b))
      .map((times) =>
        WORDS.map((own, i) => ({ ...own, start: times[2 * i]!, end: times[2 * i + 1]! + (i % 2) })),
      )
    let timedRuns = 0
    const property = fc.property(fc.oneof(fc.array(word), sorted), (given) => {
      const words = wordsWithTimes(TEXT, given, about)
      if (words === undefined) return
      timedRuns++
      assert.equal(textOf(words), TEXT)
      let last = 0
      for (const { start, end } of words) {
        assert.ok(start >= last && end >= start && end <= about.seconds, JSON.stringify(words))
        last = end
      }
    })
    fc.assert(property, { seed: 1, numRuns: 500 })
    assert.ok(timedRuns > 100)
  })
})
