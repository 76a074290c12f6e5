import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Word } from '../../contract/transcript.ts'
import { clipToSpeech, utteranceOf } from './utterances.ts'

const word = (text: string, start: number, end: number): Word => ({ word: text, start, end, confidence: 0.5 })
const times = (words: readonly Word[]) => words.map(({ start, end }) => [start, end])

test('a word that extends into a pause is clipped to the speech before or after it', () => {
  const speech = [
    { start: 1, end: 2 },
    { start: 4, end: 5 },
  ]
  const words = [
    word(' before', 0.5, 1.4),
    word(' fellow', 1.4, 3.2),
    word(' ask', 3.2, 4.6),
    word(' not', 4.6, 5.4),
  ]
  assert.deepEqual(times(clipToSpeech(words, speech)), [
    [1, 1.4],
    [1.4, 2],
    [4, 4.6],
    [4.6, 5],
  ])
})

test('no word has start = end: a word outside speech takes time from its neighbours', () => {
  const speech = [{ start: 1, end: 2 }]
  const words = [
    word(' early', 0.2, 0.6),
    word(' and', 0.6, 1.5),
    word(' on', 1.5, 1.99),
    word(' and', 2.1, 2.2),
    word(' on', 2.2, 2.4),
  ]
  const { words: clipped } = utteranceOf(clipToSpeech(words, speech), { channel: 0, language: 'en' })
  assert.deepEqual(times(clipped), [
    [1, 1.02],
    [1.02, 1.5],
    [1.5, 1.96],
    [1.96, 1.98],
    [1.98, 2],
  ])
})

test('clipped words lie within speech, in order, each with a duration', () => {
  const gaps = (minLength: number) =>
    fc.array(fc.double({ min: 0.01, max: 3, noNaN: true }), { minLength, maxLength: 20 })
  const ascending = (steps: number[]) => {
    let at = 0
    return steps.map((step) => (at += step))
  }
  fc.assert(
    fc.property(gaps(2), gaps(2), (wordGaps, speechGaps) => {
      const pairs = (at: number[]) => at.slice(1).map((end, i) => ({ start: at[i]!, end }))
      const speech = pairs(ascending(speechGaps)).filter((_, i) => i % 2 === 0)
      const clipped = clipToSpeech(
        pairs(ascending(wordGaps)).map(({ start, end }) => word(' w', start, end)),
        speech,
      )
      let earliest = 0
      for (const { start, end } of clipped) {
        assert.ok(earliest <= start && start < end)
        assert.ok(speech.some((span) => span.start <= start && end <= span.end))
        earliest = end
      }
    }),
    { seed: 7 },
  )
})

test('the text of an utterance is its words joined, without a leading space', () => {
  const words = [word(' Ask', 1.0004, 1.2), word(' not', 1.2, 1.6789)]
  assert.deepEqual(utteranceOf(words, { channel: 1, language: 'en' }), {
    start: 1,
    end: 1.678,
    confidence: 0.5,
    channel: 1,
    words: [
      { word: 'Ask', start: 1, end: 1.2, confidence: 0.5 },
      { word: ' not', start: 1.2, end: 1.678, confidence: 0.5 },
    ],
    text: 'Ask not',
    language: 'en',
  })
})
