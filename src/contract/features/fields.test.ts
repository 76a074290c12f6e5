import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { preRecordedParamsOf, preRecordedRequest } from '../pre-recorded-request.ts'
import { feature } from './feature.ts'
import {
  configRules,
  defaultConfigs,
  requestFields,
  unavailableFeatures,
  withoutUnusedConfigs,
} from './fields.ts'
import { FEATURES } from './index.ts'

const optional = feature({
  name: 'word_count',
  description: 'Count the words.',
  phase: 'analysis',
  config: z.object({ minimum_length: z.int().default(1) }),
})
const required = feature({
  name: 'word_search',
  description: 'Find a word.',
  phase: 'analysis',
  config: z.object({ word: z.string() }),
})

suite('a request with newly declared features', () => {
  const features = [optional, required]
  const request = z
    .object(requestFields(features, ({ description }) => description))
    .check(...configRules(features))

  test('has a flag and settings for each, off by default', () => {
    assert.deepEqual(Object.keys(request.shape), [
      'word_count',
      'word_count_config',
      'word_search',
      'word_search_config',
    ])
    assert.deepEqual(request.parse({}), { word_count: false, word_search: false })
  })

  test('fills in settings that have defaults for everything', () => {
    const { word_count_config: config } = defaultConfigs(features, request.parse({ word_count: true }))
    assert.deepEqual(config, { minimum_length: 1 })
  })

  test('requires settings without defaults if the flag is set', () => {
    const { error } = request.safeParse({ word_search: true })
    assert.deepEqual(
      error?.issues.map(({ path, message }) => [path, message]),
      [[['word_search_config'], 'is required when word_search is true']],
    )
    assert.ok(request.safeParse({ word_search: true, word_search_config: { word: 'hello' } }).success)
  })

  test('drops the settings of a disabled feature', () => {
    const params = request.parse({ word_count: false, word_count_config: { minimum_length: 2 } })
    assert.deepEqual(withoutUnusedConfigs(params), { word_count: false, word_search: false })
  })
})

const WITHOUT_MODELS = { languageModel: false, textModels: [] }

suite('the features', () => {
  test('have unique names, from which those of their implementations follow', () => {
    const names = FEATURES.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z]+(_[a-z]+)*$/)
  })

  test('are refused only if this installation lacks what they need', () => {
    const params = {
      pii_redaction: true,
      pii_redaction_config: {
        entity_types: ['NAME' as const, 'AGE' as const],
        processed_text_type: 'MASK' as const,
      },
    }
    assert.deepEqual(unavailableFeatures(params, WITHOUT_MODELS, []), [
      'pii_redaction_config.entity_types: AGE cannot be found in these languages without a language model, which this ' +
        'service does not have: leave out what cannot be found',
    ])
    const [inFrench = ''] = unavailableFeatures(params, WITHOUT_MODELS, ['en', 'fr'])
    assert.match(inFrench, /: AGE, NAME cannot be found/)
    const model = { languages: ['fr'], finds: ['AGE', 'NAME'], targets: ['de'] }
    const withModel = { ...WITHOUT_MODELS, textModels: [model] }
    assert.deepEqual(unavailableFeatures(params, withModel, ['fr']), [])
    assert.match(unavailableFeatures(params, withModel, ['en', 'fr'])[0] ?? '', /: AGE cannot be found/)
    assert.deepEqual(unavailableFeatures(params, withModel, []), [], 'until the languages are known')
    assert.deepEqual(unavailableFeatures(params, { ...WITHOUT_MODELS, languageModel: true }, []), [])
    assert.deepEqual(unavailableFeatures({ ...params, pii_redaction: false }, WITHOUT_MODELS, []), [])
  })

  test('find parts of names if they find names, and names if they find both parts', () => {
    const refused = (type: 'NAME' | 'NAME_GIVEN', finds: readonly string[]) =>
      unavailableFeatures(
        {
          pii_redaction: true,
          pii_redaction_config: { entity_types: [type], processed_text_type: 'MASK' },
        },
        { ...WITHOUT_MODELS, textModels: [{ languages: ['fr'], finds, targets: [] }] },
        ['fr'],
      ).length > 0
    assert.equal(refused('NAME_GIVEN', ['NAME']), false)
    assert.equal(refused('NAME', ['NAME_GIVEN', 'NAME_FAMILY']), false)
    assert.equal(refused('NAME', ['NAME_GIVEN']), true)
    assert.equal(refused('NAME_GIVEN', ['NAME_FAMILY']), true)
  })

  test('translate with a pulled model only between its languages', () => {
    const translating = (...target_languages: ('de' | 'en' | 'it')[]) => {
      const { translation_config: translation } = preRecordedParamsOf(
        preRecordedRequest.parse({
          audio_url: 'https://example.com/a',
          translation: true,
          translation_config: { target_languages },
        }),
      )
      return { translation: true, translation_config: translation }
    }
    const model = { languages: ['fr'], finds: [], targets: ['de'] }
    const capabilities = { ...WITHOUT_MODELS, textModels: [model] }
    for (const [languages, refused] of [
      [['fr'], 'it'],
      [['fr', 'de'], 'it'],
      [['fr', 'es'], 'de, it'],
      [[], 'it'],
    ] as const)
      assert.deepEqual(unavailableFeatures(translating('de', 'en', 'it'), capabilities, languages), [
        `translation_config.target_languages: ${refused} cannot be translated into without a language model, ` +
          'which this service does not have: only "en" can',
      ])
  })
})
