import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { serverFrame } from '../../../contract/live-messages.ts'
import type { Transcription } from '../../../contract/transcript.ts'
import { enrichment as chapterization } from './enrichment.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { testContext } from '../../testing/context.ts'
import { scriptedModel } from '../../../models/language/testing/language-model.ts'
import { HELD_OUT, JAPANESE, transcriptionOf, TUNING } from '../../testing/talks.ts'
import { headlineFaults } from '../../testing/text-faults.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'

/** The chapters of a transcript, checked against the contract. */
async function chaptersOf(transcription: Transcription, languageModel: LanguageModel | null = null) {
  const audioDuration = Math.max(0, ...transcription.utterances.map(({ end }) => end)) + 1
  const context = testContext({ audioDuration, languageModel })
  const { module } = await chapterization.run(transcription, undefined, context)
  const { chapters } = module.results
  assert.equal(module.is_empty, chapters.length === 0)
  const frame = {
    type: 'post_chapterization',
    session_id: '4d1ab1a5-5c5c-4a0f-8d3a-2a5f2f0c9e11',
    created_at: '2025-06-01T12:00:00.000Z',
    error: null,
    data: { results: chapters },
  }
  serverFrame.parse(frame)
  return chapters
}

test('each chapter is described with words of its own text', async () => {
  for (const talk of [TUNING, HELD_OUT]) {
    const chapters = await chaptersOf(transcriptionOf(talk.flat()))
    assert.equal(chapters.length, talk.length)
    for (const [index, { headline, gist, summary = '', keywords, text }] of chapters.entries()) {
      const own = text.toLowerCase()
      assert.ok(keywords.length >= 3 && keywords.length <= 8)
      assert.equal(new Set(keywords).size, keywords.length)
      for (const keyword of keywords) {
        assert.ok(own.includes(keyword.toLowerCase()), keyword)
        for (const [other, { keywords: theirs }] of chapters.entries())
          assert.ok(other === index || !theirs.includes(keyword), keyword)
      }
      assert.deepEqual(gist.split(', '), keywords.slice(0, 3))
      assert.deepEqual(headlineFaults(headline, text), [])
      assert.ok(headline.length <= 80, headline)
      assert.ok(summary.length < text.length / 2)
      for (const sentence of summary.split(/(?<=[.?]) /)) assert.ok(text.includes(sentence))
    }
  }
})

test('the first keyword of a chapter is its subject', async () => {
  const chapters = await chaptersOf(transcriptionOf(TUNING.flat()))
  assert.ok(/bee|hive/.test(chapters[0]!.keywords[0]!), chapters[0]!.keywords.join())
})

test('words that repeatedly occur together are one keyword', async () => {
  const texts = [
    'The lithium battery of the scooter was empty.',
    'We bought a new lithium battery in the shop.',
    'A lithium battery must not be charged in the hall.',
    'The scooter is parked behind the library.',
  ]
  const [chapter] = await chaptersOf(transcriptionOf(texts))
  assert.ok(chapter)
  assert.ok(chapter.keywords.includes('lithium battery'), chapter.keywords.join())
  assert.ok(!chapter.keywords.includes('battery'))
})

test('a short transcript is one chapter, an empty one has none', async () => {
  assert.equal(
    (await chaptersOf(transcriptionOf(['We meet on Monday.', 'Anna brings the plans.']))).length,
    1,
  )
  assert.deepEqual(await chaptersOf(transcriptionOf([])), [])
})

test('a chapter of fillers has a headline', async () => {
  const [chapter] = await chaptersOf(transcriptionOf(['Yeah.', 'Okay.']))
  assert.deepEqual(
    [chapter?.headline, chapter?.gist, chapter?.summary, chapter?.keywords],
    ['Yeah', 'Yeah', 'Yeah.', []],
  )
})

test('languages without spaces have chapters', async () => {
  const chapters = await chaptersOf(transcriptionOf(JAPANESE.flat(), 'ja'))
  assert.equal(chapters[0]?.keywords[0], '猫')
  assert.ok(chapters.every(({ text, summary }) => !/\s/.test(text + summary)))
})

test('a headline is a phrase of the keywords, with the words between them if it is repeated', async () => {
  for (const [texts, language, headline] of [
    [['We sailed the ship of Theseus.', 'Is the ship of Theseus still a ship?'], 'en', 'Ship of Theseus'],
    [['we went on and on about the harbour '.repeat(20).trim()], 'en', 'Harbour'],
    [['港の工事について'.repeat(40)], 'ja', '港の工事'],
    [["Le port n'est pas grand.", "Le port n'est pas loin."], 'fr', 'Port, grand'],
    [[`${'ab'.repeat(100)} it is.`], 'en', `A${'ba'.repeat(40)}`.slice(0, 80)],
  ] as const) {
    const [chapter] = await chaptersOf(transcriptionOf(texts, language))
    assert.equal(chapter?.headline, headline)
  }
})

test('every sentence is in one chapter, and chapters are consecutive and within the audio', async () => {
  const timed = fc.record({
    pause: fc.integer({ min: 0, max: 6 }),
    length: fc.integer({ min: 1, max: 30 }),
    channel: fc.integer({ min: 0, max: 1 }),
  })
  const any = fc.tuple(
    fc.shuffledSubarray([...TUNING, ...HELD_OUT, ['Well.', '?!']], { maxLength: 4 }),
    fc.array(timed, { minLength: 50, maxLength: 50 }),
  )
  let most = 0
  await fc.assert(
    fc.asyncProperty(any, async ([sections, times]) => {
      let start = 0
      const utterances = sections.flat().map((text, index) => {
        const { pause, length, channel } = times[index]!
        start += pause
        const [utterance] = transcriptionOf([text]).utterances
        return { ...utterance!, words: [], start, end: start + length, channel }
      })
      const transcription = { ...transcriptionOf([]), utterances }
      const chapters = await chaptersOf(transcription)
      most = Math.max(most, chapters.length)
      assert.deepEqual(
        chapters.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence)),
        sentencesOf(utterances).map(({ text }) => text),
      )
      const end = Math.max(0, ...utterances.map((one) => one.end)) + 1
      for (const [index, chapter] of chapters.entries()) {
        assert.ok(chapter.start <= chapter.end && chapter.end <= (chapters[index + 1]?.start ?? end))
        assert.equal(chapter.start, chapter.sentences[0]?.start)
      }
    }),
    { numRuns: 20, seed: 20250601 },
  )
  assert.ok(most > 1, 'no transcript had several chapters')
})

test('a language model describes the chapters and does not change their boundaries', async () => {
  const answer = { headline: 'A headline', gist: 'a gist', summary: 'A summary.', keywords: ['one'] }
  const model = scriptedModel(() => answer)
  const transcription = transcriptionOf(TUNING.flat())
  const chapters = await chaptersOf(transcription, model)
  assert.deepEqual(
    model.asked.map(({ text }) => text),
    TUNING.map((section) => section.join('\n')),
  )
  const extracted = await chaptersOf(transcription)
  assert.deepEqual(
    chapters,
    extracted.map((chapter) => ({ ...chapter, ...answer })),
  )
})

test('a chapter too long for one request is summarised first', async () => {
  const answer = { headline: 'A headline', gist: 'a gist', summary: 'In short.', keywords: [] }
  const model = scriptedModel(({ name }) => (name === 'chapter' ? answer : { summary: 'In short.' }), 200)
  const [first = []] = TUNING
  await chaptersOf(transcriptionOf(first), model)
  assert.ok(model.asked.length > 2 && model.asked.every(({ text }) => text.length <= 200))
  assert.deepEqual([model.asked.at(-1)?.name, model.asked.at(-1)?.text], ['chapter', 'In short.'])
})

test('chapterization fails if the language model fails', async () => {
  const failure = new EnrichmentError(502, 'The language model does not answer.')
  const failing = scriptedModel(() => failure)
  await assert.rejects(chaptersOf(transcriptionOf(TUNING.flat()), failing), failure)
})
