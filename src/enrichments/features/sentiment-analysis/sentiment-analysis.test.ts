import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { analyse, sentimentsOf } from './sentence-sentiments.ts'
import { enrichment as sentimentAnalysis } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { said, transcriptionOf } from '../../../text/testing/utterances.ts'

function labelled(file: string) {
  return readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [sentiment, emotion, text = ''] = line.split(' | ')
      return { text, sentiment, emotion, found: analyse(text) }
    })
}

for (const [file, leastSentiments, leastEmotions] of [
  ['labelled-sentences.txt', 0.9, 0.9],
  ['held-out-sentences.txt', 0.8, 0.75],
  ['evaluation-sentences.txt', 0.85, 0.95],
] as const) {
  test(`accuracy on ${file} does not regress`, (t) => {
    const sentences = labelled(file)
    const sentiments = sentences.filter(({ sentiment, found }) => sentiment === found.sentiment).length
    const emotions = sentences.filter(({ emotion, found }) => emotion === found.emotion).length
    t.diagnostic(`of ${sentences.length} sentences: sentiment right in ${sentiments}, emotion in ${emotions}`)
    if (process.env['TEST_FIGURES'])
      for (const { text, sentiment, emotion, found } of sentences)
        if (sentiment !== found.sentiment || emotion !== found.emotion)
          t.diagnostic(`${sentiment} ${emotion}, not ${found.sentiment} ${found.emotion}: ${text}`)
    assert.ok(sentiments >= leastSentiments * sentences.length)
    assert.ok(emotions >= leastEmotions * sentences.length)
  })
}

for (const [file, leastRight, mostFalse] of [
  ['everyday-sentences.tsv', 56, 4],
  ['unseen-sentences.tsv', 43, 11],
] as const)
  test(`sentences rarely get a sentiment that they do not have: ${file}`, (t) => {
    const sentences = readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [label, text = ''] = line.split('\t')
        return { label, text, found: analyse(text).sentiment }
      })
    const right = sentences.filter(({ label, found }) => label === found).length
    const falselyPolar = sentences.filter(
      ({ label, found }) => label !== found && (found === 'positive' || found === 'negative'),
    )
    t.diagnostic(`of ${sentences.length}: ${right} right, ${falselyPolar.length} falsely polar`)
    assert.ok(falselyPolar.length <= mostFalse, falselyPolar.map(({ text }) => text).join('\n'))
    assert.ok(right >= leastRight, `${right}`)
  })

test('negated emotions do not count', () => {
  assert.notEqual(analyse('I am not afraid of him.').emotion, 'fear')
  assert.deepEqual(analyse('I am not happy about it.'), {
    sentiment: 'negative',
    emotion: 'disappointment',
  })
})

test('anticipation is not a complaint, and words in names and compounds express no feeling', () => {
  assert.equal(analyse("I can't wait until Friday.").sentiment, 'positive')
  for (const text of [
    'The fire drill is on Monday.',
    'We met in front of the Grand Palace of Joy.',
    'Where is the lost property office?',
  ])
    assert.equal(analyse(text).sentiment, 'neutral', text)
})

test('polite words and numbers are neutral', () => {
  for (const text of ['Please hold the line.', 'Yes, okay, number five, please.', 'No, it is kind of blue.'])
    assert.equal(analyse(text).sentiment, 'neutral', text)
})

test('each sentence has its times, channel and speaker', async () => {
  const sentiments = await sentimentsOf(
    transcriptionOf(
      said('I love this. The door is open.', { speaker: 1 }),
      said('I hate it.', { start: 10, channel: 1, speaker: 0 }),
    ),
  )
  assert.deepEqual(sentiments, [
    {
      text: 'I love this.',
      sentiment: 'positive',
      emotion: 'adoration',
      start: 0,
      end: 2.8,
      channel: 0,
      speaker: 1,
    },
    {
      text: 'The door is open.',
      sentiment: 'neutral',
      emotion: 'neutral',
      start: 3,
      end: 6.8,
      channel: 0,
      speaker: 1,
    },
    {
      text: 'I hate it.',
      sentiment: 'negative',
      emotion: 'anger',
      start: 10,
      end: 12.8,
      channel: 1,
      speaker: 0,
    },
  ])
})

test('`speaker` is absent without speakers, and other languages are unknown', async () => {
  const sentiments = await sentimentsOf(
    transcriptionOf(said('I love this.'), said('Ich hasse es.', { start: 9, language: 'de' })),
  )
  assert.deepEqual(
    sentiments.map(({ sentiment, emotion }) => [sentiment, emotion]),
    [
      ['positive', 'adoration'],
      ['unknown', 'neutral'],
    ],
  )
  assert.ok(sentiments.every((one) => !('speaker' in one)))
})

test('the module is JSON text, empty without words, and unavailable without English', async () => {
  const run = async (...utterances: ReturnType<typeof said>[]) =>
    (await sentimentAnalysis.run(transcriptionOf(...utterances), undefined, testContext())).module
  const module = await run(said('I love this.'))
  assert.equal(module?.is_empty, false)
  assert.equal(JSON.parse(module?.results ?? '')[0].sentiment, 'positive')
  assert.deepEqual(await run(), { is_empty: true, results: '[]' })
  await assert.rejects(run(said('Ich hasse es.', { language: 'de' })), NotAvailableError)
})
