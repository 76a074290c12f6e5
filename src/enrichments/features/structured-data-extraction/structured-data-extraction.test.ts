import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnrichmentContext } from '../../enrichment.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { enrichment as structuredDataExtraction } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { said, transcriptionOf } from '../../../text/testing/utterances.ts'

const CALL = transcriptionOf(
  said(
    'Hi, this is Maria Lopez from Microsoft. Maria speaking. I bought an iPhone 15 in Berlin for 900 euros on March 3rd. ' +
      'Write to maria@example.com or call 555-318-2290. My allergies are nuts and milk. Thanks, Maria.',
  ),
)

async function extracted(classes: string[], given: Partial<EnrichmentContext> = {}, transcription = CALL) {
  const { module } = await structuredDataExtraction.run(transcription, { classes }, testContext(given))
  return { ...module, results: JSON.parse(module?.results ?? '') }
}

/** A model that answers each class with the same values, and records the texts. */
function modelAnswering(values: string[], maxCharacters = 10_000) {
  const texts: string[] = []
  const model: LanguageModel = {
    maxCharacters,
    async ask({ text, answer, instructions }) {
      texts.push(text)
      const classes = JSON.parse(/\[.*\]/.exec(instructions)?.[0] ?? '[]') as string[]
      return answer.parse({ classes: classes.map((name) => ({ class: name, values })) })
    },
  }
  return { model, texts }
}

test('classes made of entities are recognised in any spelling', async () => {
  assert.deepEqual(
    await extracted([
      'Persons',
      'organisations',
      'LOCATION',
      'dates',
      'prices',
      'contact_info',
      'products',
      'phoneNumber',
    ]),
    {
      is_empty: false,
      results: {
        Persons: ['Maria Lopez'],
        organisations: ['Microsoft'],
        LOCATION: ['Berlin'],
        dates: ['March 3rd'],
        prices: ['900 euros'],
        contact_info: ['maria@example.com', '555-318-2290'],
        products: ['iPhone 15'],
        phoneNumber: ['555-318-2290'],
      },
    },
  )
})

test('without a language model, other classes fail if requested alone, and are null beside entities', async () => {
  await assert.rejects(
    extracted(['allergies', 'mood']),
    (error) =>
      error instanceof EnrichmentError &&
      /"allergies", "mood".*Request classes/s.test(error.message) &&
      error.statusCode === 501,
  )
  assert.deepEqual(await extracted(['allergies', 'city']), {
    is_empty: false,
    results: { allergies: null, city: ['Berlin'] },
  })
})

test('the language model is only asked for other classes, and each value is returned once', async () => {
  const { model, texts } = modelAnswering(['nuts', 'milk', 'Nuts'])
  const { results } = await extracted(['allergies', 'city'], { languageModel: model })
  assert.deepEqual(results, { allergies: ['nuts', 'milk'], city: ['Berlin'] })
  assert.equal(texts.length, 1)
})

test('a long transcript is sent in parts that fit, with nothing lost', async () => {
  const { model, texts } = modelAnswering([], 50)
  const result = await extracted(['allergies'], { languageModel: model })
  assert.deepEqual(result, { is_empty: true, results: { allergies: [] } })
  assert.ok(texts.length > 3 && texts.every(({ length }) => length <= 50))
  assert.equal(texts.join('').replaceAll(' ', ''), CALL.full_transcript.replaceAll(' ', ''))
})

test('the model is asked for persons in languages without entity recognition for them', async () => {
  const german = transcriptionOf(said('Hans zahlt 20 Euro.', { language: 'de' }))
  await assert.rejects(extracted(['persons'], {}, german), EnrichmentError)
  const { model } = modelAnswering(['Hans'])
  const { results } = await extracted(['persons', 'money'], { languageModel: model }, german)
  assert.deepEqual(results, { persons: ['Hans'], money: ['20 Euro'] })
})

test('a transcript without words has no values', async () => {
  assert.deepEqual(await extracted(['persons'], {}, transcriptionOf()), {
    is_empty: true,
    results: { persons: [] },
  })
})

test('a class may have any name', async () => {
  const { results } = await extracted(['__proto__', 'city', 'constructor'], {
    languageModel: modelAnswering(['x']).model,
  })
  assert.deepEqual(Object.entries(results), [
    ['__proto__', ['x']],
    ['city', ['Berlin']],
    ['constructor', ['x']],
  ])
})
