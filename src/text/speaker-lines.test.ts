import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Sentence } from './timed-sentences.ts'
import { speakerLines } from './speaker-lines.ts'

const sentence = (text: string, speaker?: number): Sentence => ({
  text,
  start: 0,
  end: 1,
  words: [],
  channel: 0,
  speaker,
  language: 'en',
})

test('a sentence longer than a line is split between words', () => {
  assert.deepEqual(speakerLines([sentence('one two three four', 1)], 20), [
    'Speaker 1: one two',
    'Speaker 1: three',
    'Speaker 1: four',
  ])
})

test('lines fit, and no word is lost, in any script', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc.lorem({ maxCount: 60 }),
    fc.constant('𠀀'.repeat(90)),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.integer({ min: 30, max: 120 }), (texts, most) => {
      const lines = speakerLines(
        texts.map((one) => sentence(one, 3)),
        most,
      )
      assert(lines.every((line) => line.length <= most && line.startsWith('Speaker 3: ')))
      assert(lines.every((line) => line.isWellFormed()))
      const words = (all: readonly string[]) => all.join('').replaceAll(/\s/g, '')
      assert.equal(words(lines.map((line) => line.slice('Speaker 3: '.length))), words(texts))
    }),
    { numRuns: 300, seed: 20250601 },
  )
})
