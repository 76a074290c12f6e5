import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
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
} from '../../testing/talks.ts'
import { sentencesOf } from '../timed-sentences.ts'
import { unit } from '../vectors.ts'
import { ratedSentences } from './rated-sentences.ts'
import { topicSegments } from './topic-segments.ts'
import { topicsOf } from './topics.ts'

const { signal } = new AbortController()

type Language = Parameters<typeof transcriptionOf>[1]

async function bordersFound(texts: readonly string[], language: Language): Promise<number[]> {
  const sentences = sentencesOf(transcriptionOf(texts, language).utterances)
  assert.deepEqual(
    sentences.map(({ text }) => text),
    texts,
  )
  const topics = await topicsOf(sentences, signal)
  let border = 0
  return topics.slice(0, -1).map((topic) => (border += topic.length))
}

/** How far a border may be off, in sentences. */
const TALKS = [
  { name: 'the talk that the borders were tuned on', talk: TUNING, language: 'en', off: 1 },
  { name: 'a talk they were not tuned on', talk: HELD_OUT, language: 'en', off: 1 },
  { name: 'a German talk', talk: GERMAN, language: 'de', off: 1 },
  { name: 'a French talk they were not tuned on', talk: FRENCH, language: 'fr', off: 1 },
  // "I will send the tables of the budget" and "Yes, indeed." before the border have few words of the budget.
  { name: 'a Japanese talk', talk: JAPANESE, language: 'ja', off: 2 },
] as const

for (const { name, talk, language, off } of TALKS) {
  test(`${name} is cut where it goes on to something else, and nowhere else`, async () => {
    const [borders, found] = [bordersOf(talk), await bordersFound(talk.flat(), language)]
    assert.equal(found.length, borders.length, `${found.join()} and not ${borders.join()}`)
    for (const [index, border] of borders.entries())
      assert.ok(Math.abs(border - found[index]!) <= off, `${found.join()} and not ${borders.join()}`)
  })

  test(`${name}: what is about one thing is not cut`, async () => {
    for (const stretch of talk) assert.deepEqual(await bordersFound(stretch, language), [])
  })
}

test('a longer talk of one thing is not cut', async () => {
  assert.deepEqual(await bordersFound(ONE_THING, 'en'), [])
})

test('a script that the model cannot read is told apart by its words', async () => {
  // Whole sentences, as Thai has no full stops.
  const { utterances } = transcriptionOf(THAI.flat(), 'th')
  const sentences = utterances.map((utterance) => ({ speaker: undefined, ...utterance }))
  const topics = await topicsOf(sentences, signal)
  assert.deepEqual(
    topics.map(({ length }) => length),
    THAI.map(({ length }) => length),
  )
})

test('a short stretch in the middle of another is no topic', async () => {
  const [bees = [], money = []] = TUNING
  const texts = [...bees, ...money.slice(1, 3), ...bees.map((text) => `Again, ${text.toLowerCase()}`)]
  assert.deepEqual(await bordersFound(texts, 'en'), [])
})

test('fillers say nothing, and whole sentences do', async () => {
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

test('the sentences of a transcript are embedded once, whoever asks', async () => {
  const sentences = sentencesOf(transcriptionOf(TUNING.flat()).utterances)
  const [once, again] = await Promise.all([
    ratedSentences(sentences, signal),
    ratedSentences(sentences, signal),
  ])
  assert.equal(once, again)
  assert.equal((await topicsOf(sentences, signal))[0]?.[0], once[0])
})

test('what was given up is not kept', async () => {
  const sentences = sentencesOf(transcriptionOf(TUNING.flat()).utterances)
  const reason = new Error('nobody waits')
  await assert.rejects(topicsOf(sentences, AbortSignal.abort(reason)), reason)
  assert.equal((await topicsOf(sentences, signal)).length, TUNING.length)
})

test('every point is in one stretch, in order, and none is short, whatever the points are', async () => {
  const point = fc.record({
    vector: fc.float32Array({ minLength: 4, maxLength: 4, noNaN: true, min: -1, max: 1 }),
    weight: fc.constantFrom(0, 0.5, 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(point, { maxLength: 80 }), async (points) => {
      const stretches = await topicSegments(points, signal)
      assert.deepEqual(stretches.flat(), points)
      assert.ok(stretches.length < 2 || stretches.every(({ length }) => length >= 5))
    }),
    { numRuns: 300, seed: 20250601 },
  )
})

test('what has nothing to do with each other is not cut anywhere', async () => {
  let state = 1
  // The generator of Park and Miller.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  for (const length of [15, 18, 25, 60]) {
    const points = Array.from({ length }, () => ({
      vector: unit(Float32Array.from({ length: 400 }, random)),
      weight: 1,
    }))
    assert.equal((await topicSegments(points, signal)).length, 1)
  }
})

test('far apart clusters are found exactly, also in a text longer than the longest stretch', async () => {
  const lengths = [300, 5, 395, 350, 20]
  const points = lengths.flatMap((length, cluster) =>
    Array.from({ length }, () => ({
      vector: Float32Array.from({ length: 5 }, (_, i) => (i === cluster ? 1 : 0)),
      weight: 1,
    })),
  )
  const stretches = await topicSegments(points, signal)
  assert.deepEqual(
    stretches.map(({ length }) => length),
    lengths,
  )
})
