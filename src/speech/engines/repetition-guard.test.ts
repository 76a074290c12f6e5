import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { isLooping, recogniseAfterKnown } from './repetition-guard.ts'
import { joined, noise, silence } from '../testing/signals.ts'

test('a failed segment is recognised in parts, cut at a quiet point, with times relative to the whole', async () => {
  const samples = joined(noise(5.5, 0.5), silence(0.5), noise(6, 0.5))
  const words = await recogniseAfterKnown(samples, {}, async (part) => {
    const seconds = part.length / SAMPLE_RATE
    return seconds > 8 ? null : [{ word: ' part', start: 0, end: seconds, confidence: 1 }]
  })
  assert.equal(words.length, 2)
  const cut = words[0]!.end
  assert.ok(cut > 5.5 && cut < 6, `cut at ${cut}`)
  assert.deepEqual([words[0]!.start, words[1]!.start, words[1]!.end], [0, cut, 12])
})

test('a segment whose parts also fail has no words', async () => {
  assert.deepEqual(await recogniseAfterKnown(noise(20, 0.5), {}, async () => null), [])
})

test('a looping model is told from a speaker who repeats words', () => {
  const said = [7, 8, 9]
  assert.ok(isLooping([...said, ...Array.from({ length: 16 }, () => 5)]))
  assert.ok(isLooping([...said, ...Array.from({ length: 20 }, (_, i) => i % 5)]))
  assert.ok(!isLooping([...said, 5, 6, 5, 6, 5, 6, 5, 6]))
  assert.ok(!isLooping(Array.from({ length: 60 }, (_, i) => i)))
  assert.ok(!isLooping([]))
})

test('the model rewrites the punctuation after known words, unless they are only punctuation', async () => {
  const given: string[] = []
  for (const word of [' von', ' Kowloon.', ' just...', ' ...'])
    await recogniseAfterKnown(
      noise(1, 0.5),
      { known: [{ word, start: 0, end: 0.5, confidence: 1 }] },
      async (_, { known = [] }) => {
        given.push(...known.map((own) => own.word))
        return [{ word: ' fahren.', start: 0.5, end: 1, confidence: 1 }]
      },
    )
  assert.deepEqual(given, [' von', ' Kowloon', ' just', ' ...'])
})
