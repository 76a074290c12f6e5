import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { randomFrom } from '../../../test/support/random.ts'
import {
  bordersOf,
  FRENCH,
  GERMAN,
  HELD_OUT,
  JAPANESE,
  ONE_THING,
  THAI,
  transcriptionOf,
  TUNING,
} from '../testing/talks.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import { ratedSentences } from './rated-sentences.ts'
import { topicSegments } from './topic-segments.ts'
import { topicsOf } from './topics.ts'

const { signal } = new AbortController()

/** The penalty for English. */
const PENALTY = 0.28

type Language = Parameters<typeof transcriptionOf>[1]

async function boundariesFound(texts: readonly string[], language: Language): Promise<number[]> {
  const sentences = sentencesOf(transcriptionOf(texts, language).utterances)
  assert.deepEqual(
    sentences.map(({ text }) => text),
    texts,
  )
  const topics = await topicsOf(sentences, signal)
  let boundary = 0
  return topics.slice(0, -1).map((topic) => (boundary += topic.length))
}

/** `off`: tolerance of a boundary, in sentences. */
const TALKS = [
  { name: 'the English tuning talk', talk: TUNING, language: 'en', off: 1 },
  { name: 'an English held-out talk', talk: HELD_OUT, language: 'en', off: 1 },
  { name: 'a German talk', talk: GERMAN, language: 'de', off: 1 },
  { name: 'a French held-out talk', talk: FRENCH, language: 'fr', off: 1 },
  // "I will send the tables of the budget" and "Yes, indeed." before the boundary share few words with the budget.
  { name: 'a Japanese talk', talk: JAPANESE, language: 'ja', off: 2 },
] as const

for (const { name, talk, language, off } of TALKS) {
  test(`${name} is split only where the topic changes`, async () => {
    const [boundaries, found] = [bordersOf(talk), await boundariesFound(talk.flat(), language)]
    assert.equal(found.length, boundaries.length, `${found.join()} and not ${boundaries.join()}`)
    for (const [index, boundary] of boundaries.entries())
      assert.ok(Math.abs(boundary - found[index]!) <= off, `${found.join()} and not ${boundaries.join()}`)
  })

  test(`${name}: single topics are not split`, async () => {
    for (const segment of talk) assert.deepEqual(await boundariesFound(segment, language), [])
  })
}

test('a longer talk about one topic is not split', async () => {
  assert.deepEqual(await boundariesFound(ONE_THING, 'en'), [])
})

test('topics in a script unknown to the embedding model are distinguished by their words', async () => {
  // Whole sentences, because Thai has no full stops.
  const { utterances } = transcriptionOf(THAI.flat(), 'th')
  const sentences = utterances.map((utterance) => ({ speaker: undefined, ...utterance }))
  const topics = await topicsOf(sentences, signal)
  const [border = 0, ...more] = bordersOf(topics)
  assert.ok(Math.abs(border - THAI[0]!.length) <= 1 && more.length === 0, `${border}`)
})

test('a short digression is not a topic', async () => {
  const [bees = [], money = []] = TUNING
  const texts = [...bees, ...money.slice(1, 3), ...bees.map((text) => `Again, ${text.toLowerCase()}`)]
  assert.deepEqual(await boundariesFound(texts, 'en'), [])
})

test('fillers have no weight, full sentences have full weight', async () => {
  const texts = [
    'Yeah.',
    'Okay, so.',
    'You know.',
    'Mhm.',
    'We hired Anna.',
    'The queen lays two thousand eggs.',
  ]
  const sentences = sentencesOf(transcriptionOf(texts).utterances)
  const rated = await ratedSentences(sentences, signal)
  assert.deepEqual(
    rated.map(({ weight }) => weight),
    [0, 0, 0, 0, 1, 1],
  )
})

test('the sentences of a transcript are embedded once', async () => {
  const sentences = sentencesOf(transcriptionOf(TUNING.flat()).utterances)
  const [once, again] = await Promise.all([topicsOf(sentences, signal), topicsOf(sentences, signal)])
  assert.equal(once, again)
  assert.equal(await topicsOf(sentences, signal), once)
})

test('an aborted analysis is repeated by the next call', async () => {
  const sentences = sentencesOf(transcriptionOf(TUNING.flat()).utterances)
  const reason = new Error('aborted by the caller')
  await assert.rejects(topicsOf(sentences, AbortSignal.abort(reason)), reason)
  assert.equal((await topicsOf(sentences, signal)).length, TUNING.length)
})

test('any points are split into segments of sufficient length, in order', async () => {
  const point = fc.record({
    vector: fc.float32Array({ minLength: 4, maxLength: 4, noNaN: true, min: -1, max: 1 }),
    weight: fc.constantFrom(0, 0.5, 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(point, { maxLength: 80 }), async (points) => {
      const segments = await topicSegments(points, PENALTY, signal)
      assert.deepEqual(segments.flat(), points)
      assert.ok(segments.length < 2 || segments.every(({ length }) => length >= 3))
    }),
    { numRuns: 300, seed: 20250601 },
  )
})

test('sentences in random order are hardly split', async () => {
  const all = [...TUNING, ...HELD_OUT].flat()
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed)
    const order = all.map((text) => ({ text, place: random() })).toSorted((a, b) => a.place - b.place)
    const texts = order.slice(0, 30).map(({ text }) => text)
    assert.ok((await boundariesFound(texts, 'en')).length <= 1)
  }
})

test('distant clusters are found exactly, even in a text longer than the longest segment', async () => {
  const lengths = [300, 5, 395, 350, 20]
  const points = lengths.flatMap((length, cluster) =>
    Array.from({ length }, () => ({
      vector: Float32Array.from({ length: 5 }, (_, i) => (i === cluster ? 1 : 0)),
      weight: 1,
    })),
  )
  const segments = await topicSegments(points, PENALTY, signal)
  assert.deepEqual(
    segments.map(({ length }) => length),
    lengths,
  )
})
