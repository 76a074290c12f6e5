import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Sentence } from '../text/timed-sentences.ts'
import { inParts } from './in-parts.ts'
import { spokenLines } from './spoken-lines.ts'

const sentence = (text: string, speaker?: number): Sentence => ({
  text,
  start: 0,
  end: 1,
  words: [],
  channel: 0,
  speaker,
  language: 'en',
})

test('a recording without full stops is cut between words', () => {
  assert.deepEqual(spokenLines([sentence('one two three four', 1)], 20), [
    { text: 'Speaker 1: one two' },
    { text: 'Speaker 1: three' },
    { text: 'Speaker 1: four' },
  ])
})

test('no line and no part is longer than it may be, and no word is lost, in any script', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc.lorem({ maxCount: 60 }),
    fc.constant('𠀀'.repeat(90)),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.integer({ min: 30, max: 120 }), (texts, most) => {
      const lines = spokenLines(
        texts.map((one) => sentence(one, 3)),
        most,
      )
      assert(lines.every((line) => line.text.length <= most && line.text.startsWith('Speaker 3: ')))
      assert(lines.every((line) => line.text.isWellFormed()))
      const words = (all: readonly string[]) => all.join('').replaceAll(/\s/g, '')
      assert.equal(words(lines.map((line) => line.text.slice('Speaker 3: '.length))), words(texts))
      const parts = inParts(lines, most)
      assert.deepEqual(parts.flat(), lines)
      assert(parts.every((part) => part.length > 0))
      assert(parts.every((part) => part.map((line) => line.text).join('\n').length <= most))
    }),
    { numRuns: 300, seed: 20250601 },
  )
})

test('a part is as full as it can be', () => {
  const texts = (parts: { text: string }[][]) => parts.map((part) => part.map(({ text }) => text).join(' '))
  const sentences = ['aaaa.', 'bbb.', 'cccc.', 'dddddddddddddddd.', 'e.'].map((text) => ({ text }))
  assert.deepEqual(texts(inParts(sentences, 10)), ['aaaa. bbb.', 'cccc.', 'dddddddddddddddd.', 'e.'])
})
