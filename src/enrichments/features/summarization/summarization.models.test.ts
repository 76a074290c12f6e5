import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { summarization as feature } from '../../../contract/features/summarization.ts'
import type { Transcription } from '../../../contract/transcript.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import { enrichment as summarization } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { scriptedModel } from '../../../models/language/testing/language-model.ts'
import { markedTalks } from '../../testing/marked-talks.ts'
import { summaryFigures } from '../../testing/summary-figures.ts'
import { GERMAN, HELD_OUT, JAPANESE, transcriptionOf, TUNING } from '../../testing/talks.ts'

type Type = 'general' | 'bullet_points' | 'concise'

async function summed(transcription: Transcription, type?: Type, languageModel: LanguageModel | null = null) {
  const config = feature.config.parse({ type })
  const { module } = await summarization.run(transcription, config, testContext({ languageModel }))
  return module
}

/** The points of a transcript of these sentences. */
async function pointsOf(texts: readonly string[], language?: 'de' | 'ja'): Promise<string[]> {
  const { results } = await summed(transcriptionOf(texts, language), 'bullet_points')
  return results.split('\n').map((line) => {
    assert.match(line, /^- \S/)
    return line.slice(2)
  })
}

test('points are sentences of the transcript, ordered by time, from every topic', async () => {
  for (const talk of [TUNING, HELD_OUT]) {
    const texts = talk.flat()
    const points = await pointsOf(texts)
    assert.ok(points.length >= 4 && points.length <= 7, `${points.length}`)
    const places = points.map((point) => texts.indexOf(point))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    assert.ok(!places.includes(-1))
    for (const section of talk) assert.ok(points.some((point) => section.includes(point)))
  }
})

test('summaries and headlines of real talks and calls cover the subject and name nobody', async (t) => {
  const folder = new URL('../../testing/marked-talks', import.meta.url)
  const figures = await Promise.all(markedTalks(fileURLToPath(folder)).map(summaryFigures))
  const covered = figures.flatMap((one) => one.covered).length
  const all = covered + figures.flatMap((one) => one.missed).length
  t.diagnostic(`${covered} of ${all} phrases`)
  assert.ok(covered >= 0.4 * all, `${covered} of ${all}`)
  for (const { name, shownInSummaries, shownInHeadlines, misleading } of figures)
    assert.deepEqual({ shownInSummaries, shownInHeadlines, misleading }, NOTHING_WRONG, name)
})

const NOTHING_WRONG = { shownInSummaries: [], shownInHeadlines: [], misleading: [] }

test('names and numbers are left out of a summary unless there is nothing else', async () => {
  const asked = 'You can reach Helen Marchetti on 0161 496 0382 about the broken ticket machines.'
  const told = 'We postpone the start of the ticket machines by four weeks.'
  assert.deepEqual(await pointsOf([asked, told]), [told])
  assert.deepEqual(await pointsOf([asked]), [asked])
})

test('a point that is repeated is listed once', async () => {
  const sayings = [
    'The server ran out of disk space on Tuesday night.',
    'So the disk space of the server ran out on Tuesday night.',
    'On Tuesday night, you know, the server ran out of disk space.',
    'The server, it ran out of disk space Tuesday night.',
  ]
  const others = [...(TUNING[0] ?? []), ...(TUNING[1] ?? [])]
  for (const [index, saying] of sayings.entries()) others.splice(2 + index * 6, 0, saying)
  const points = await pointsOf(others)
  assert.ok(points.filter((point) => sayings.includes(point)).length <= 1, points.join('\n'))
  // Only repetitions: one point.
  assert.equal((await pointsOf([...sayings, ...sayings])).length, 1)
})

test('fillers and questions are points only if there is nothing else', async () => {
  const said = [
    'Yeah.',
    'Okay, so.',
    'What do you think about the price?',
    'Um, right.',
    'The price is nine euros.',
  ]
  assert.deepEqual(await pointsOf(said), ['The price is nine euros.'])
  const asked = 'How much does the old wooden kitchen table in the hall of the shop cost?'
  assert.deepEqual(await pointsOf([asked, 'The kitchen table costs ninety euros.']), [
    'The kitchen table costs ninety euros.',
  ])
})

test('summaries grow with the transcript; concise ones have at most two sentences', async () => {
  const all = [...TUNING, ...HELD_OUT].flat()
  const counts = []
  for (const length of [1, 4, 12, 46, 92]) counts.push((await pointsOf(all.slice(0, length))).length)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert.ok(counts[0] === 1 && counts.at(-1)! <= 9, counts.join())
  const { results } = await summed(transcriptionOf(all), 'concise')
  assert.equal(results.match(/[.?!](?:\s|$)/g)?.length, 2)
  const { results: ofFew } = await summed(transcriptionOf(all.slice(0, 8)), 'concise')
  assert.equal(ofFew.match(/[.?!](?:\s|$)/g)?.length, 1)
})

test('a general summary, which is the default, is running text', async () => {
  const transcription = transcriptionOf(TUNING.flat())
  const { results, is_empty: isEmpty } = await summed(transcription)
  assert.equal(isEmpty, false)
  assert.doesNotMatch(results, /\n|- /)
  assert.deepEqual(results, (await summed(transcription, 'general')).results)
})

test('other languages are summarised, without spaces in scripts that have none', async () => {
  for (const [talk, language] of [
    [GERMAN, 'de'],
    [JAPANESE, 'ja'],
  ] as const) {
    const points = await pointsOf(talk.flat(), language)
    for (const section of talk) assert.ok(points.some((point) => section.includes(point)))
  }
  const { results } = await summed(transcriptionOf(JAPANESE.flat(), 'ja'), 'general')
  assert.doesNotMatch(results, /\s/)
})

test('an empty transcript, or one of fillers, has an empty summary', async () => {
  for (const texts of [[], ['Yeah.', 'Okay.', 'Mhm.']])
    assert.deepEqual(await summed(transcriptionOf(texts)), { is_empty: true, results: '' })
})

test('any transcript has a summary without repetitions', async () => {
  const texts = fc.array(
    fc.constantFrom(...TUNING.flat(), ...HELD_OUT.flat(), 'A.', '?!', '1 2 3.', 'Ça va.'),
    {
      maxLength: 25,
    },
  )
  await fc.assert(
    fc.asyncProperty(texts, async (said) => {
      const { results, is_empty: isEmpty } = await summed(transcriptionOf(said), 'bullet_points')
      const points = results.split('\n')
      assert.equal(new Set(points).size, points.length)
      assert.equal(isEmpty, results === '')
      for (const point of results === '' ? [] : points) assert.ok(said.join(' ').includes(point.slice(2)))
    }),
    { numRuns: 20, seed: 20250601 },
  )
})

test('the language model is asked for the requested form', async () => {
  const transcription = transcriptionOf(['We meet on Monday.', 'Anna brings the plans.'], 'en', {
    speaker: 1,
  })
  const model = scriptedModel(({ name }) =>
    name === 'summary_bullet_points'
      ? { points: ['- They meet on Monday.', 'Anna brings\nthe plans.'] }
      : { summary: ' They meet on Monday. ' },
  )
  assert.equal((await summed(transcription, 'concise', model)).results, 'They meet on Monday.')
  assert.equal(
    (await summed(transcription, 'bullet_points', model)).results,
    '- They meet on Monday.\n- Anna brings the plans.',
  )
  assert.deepEqual(
    model.asked.map(({ name, text }) => [name, text]),
    ['summary_concise', 'summary_bullet_points'].map((name) => [
      name,
      'Speaker 1: We meet on Monday.\nSpeaker 1: Anna brings the plans.',
    ]),
  )
})

test('a transcript too long for one request is summarised in parts, and their summaries again', async () => {
  const texts = TUNING.flat()
  const model = scriptedModel(({ text }) => ({ summary: `of ${text.length}` }), 500)
  const { results } = await summed(transcriptionOf(texts), 'general', model)
  assert.match(results, /^of \d+$/)
  const parts = model.asked.slice(0, -1).map(({ text }) => text)
  assert.equal(parts.join('\n'), texts.join('\n'))
  assert.ok(model.asked.every(({ text }) => text.length <= 500))
  assert.match(model.asked.at(-1)!.instructions, /summaries of the parts/)
  assert.equal(model.asked.at(-1)!.text, parts.map(({ length }) => `of ${length}`).join('\n\n'))
})

test('the summary fails if the model fails, or does not shorten the text', async () => {
  const transcription = transcriptionOf(TUNING.flat())
  const failure = new EnrichmentError(502, 'The language model does not answer.')
  await assert.rejects(
    summed(
      transcription,
      'general',
      scriptedModel(() => failure),
    ),
    failure,
  )
  const echo = scriptedModel(({ text }) => ({ summary: text }), 500)
  await assert.rejects(summed(transcription, 'general', echo), /does not shorten/)
})
