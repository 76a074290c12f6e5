import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { z } from 'zod'
import { customMetadataLimit } from './custom-metadata.ts'
import { preRecordedParams, preRecordedParamsOf, preRecordedRequest } from './pre-recorded-request.ts'

const AUDIO = { audio_url: 'https://example.com/a.wav' }

const paramsOf = (fields: object) => preRecordedParamsOf(preRecordedRequest.parse({ ...AUDIO, ...fields }))

/** The faults of a request, one line each, as sent to the caller. */
function faultsOf(body: unknown, schema: z.ZodType = preRecordedRequest): string[] {
  const { error } = schema.safeParse(body)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const faults = (fields: object) => faultsOf({ ...AUDIO, ...fields })

suite('request_params', () => {
  test('of the smallest request has every default and no settings', () => {
    assert.deepEqual(paramsOf({}), {
      audio_url: 'https://example.com/a.wav',
      custom_vocabulary: false,
      detect_language: true,
      enable_code_switching: false,
      callback: false,
      subtitles: false,
      diarization: false,
      translation: false,
      summarization: false,
      moderation: false,
      named_entity_recognition: false,
      chapterization: false,
      name_consistency: false,
      custom_spelling: false,
      structured_data_extraction: false,
      sentiment_analysis: false,
      audio_to_llm: false,
      pii_redaction: false,
      sentences: false,
      display_mode: false,
      punctuation_enhanced: false,
      language_config: { languages: [], code_switching: false },
    })
  })

  test('has default settings for an enabled feature', () => {
    const params = paramsOf({
      subtitles: true,
      diarization: true,
      summarization: true,
      enable_code_switching: true,
      translation: true,
      translation_config: { target_languages: ['wo'] },
      callback: true,
      callback_config: { url: 'http://example.com/hook' },
    })
    assert.deepEqual(params.subtitles_config, { formats: ['srt'], style: 'default' })
    assert.deepEqual(params.diarization_config, {})
    assert.deepEqual(params.summarization_config, { type: 'general' })
    assert.deepEqual(params.code_switching_config, { languages: [] })
    assert.deepEqual(params.translation_config, {
      target_languages: ['wo'],
      model: 'base',
      match_original_utterances: true,
      lipsync: true,
      context_adaptation: true,
      informal: false,
    })
    assert.deepEqual(params.callback_config, { url: 'http://example.com/hook', method: 'POST' })
  })

  test('omits the settings of a disabled feature, but validates them', () => {
    assert.equal('subtitles_config' in paramsOf({ subtitles_config: { formats: ['vtt'] } }), false)
    assert.equal('code_switching_config' in paramsOf({ code_switching_config: { languages: ['en'] } }), false)
    assert.deepEqual(faults({ subtitles_config: { formats: ['txt'] } }), [
      'subtitles_config.formats.0: must be one of "srt", "vtt"',
    ])
  })

  test('has neither custom_metadata nor unknown fields', () => {
    const params = paramsOf({
      custom_metadata: { user: 'x' },
      surprise: 1,
      subtitles_config: { surprise: 1 },
    })
    assert.deepEqual(params, paramsOf({}))
  })

  test('fits its own schema unchanged, so that responses are valid', () => {
    const params = paramsOf({
      language: 'fr',
      callback_url: 'https://example.com/hook',
      custom_vocabulary: ['Ada', { value: 'Babbage', intensity: 0.4 }],
      subtitles: true,
      pii_redaction: true,
      pii_redaction_config: { entity_types: 'GDPR', processed_text_type: 'MASK' },
    })
    assert.deepEqual(preRecordedParams.parse(params), params)
  })
})

suite('old spellings', () => {
  test('callback_url is a callback by POST, unless callback_config says otherwise', () => {
    const url = 'https://example.com/old'
    const old = paramsOf({ callback_url: url })
    assert.equal(old.callback, true)
    assert.equal(old.callback_url, url)
    assert.deepEqual(old.callback_config, { url, method: 'POST' })
    const config = { url: 'https://example.com/new', method: 'PUT' }
    assert.deepEqual(paramsOf({ callback_url: url, callback_config: config }).callback_config, config)
    assert.deepEqual(paramsOf({ callback: true, callback_url: url }).callback_config, { url, method: 'POST' })
  })

  test('model names that clients send are accepted', () => {
    for (const model of ['base', 'enhanced', 'batch'] as const) {
      const config = { target_languages: ['fr'], model }
      const { translation_config } = paramsOf({ translation: true, translation_config: config })
      assert.equal(translation_config?.model, model)
    }
    const config = { prompts: ['What is it about?'], model: 'some/model-7b' }
    const { audio_to_llm_config } = paramsOf({ audio_to_llm: true, audio_to_llm_config: config })
    assert.deepEqual(audio_to_llm_config, config)
  })

  test('custom_vocabulary may be the list itself, and has its default intensity', () => {
    const params = paramsOf({ custom_vocabulary: ['Ada', { value: 'Babbage' }] })
    assert.equal(params.custom_vocabulary, true)
    assert.deepEqual(params.custom_vocabulary_config, {
      vocabulary: ['Ada', { value: 'Babbage' }],
      default_intensity: 0.5,
    })
    const given = paramsOf({ custom_vocabulary: true, custom_vocabulary_config: { vocabulary: ['Ada'] } })
    assert.deepEqual(given.custom_vocabulary_config, { vocabulary: ['Ada'], default_intensity: 0.5 })
    const config = { vocabulary: ['Lovelace'], default_intensity: 0.2 }
    const both = paramsOf({ custom_vocabulary: ['Ada'], custom_vocabulary_config: config })
    assert.deepEqual(both.custom_vocabulary_config, config)
  })

  const cases: [string, object, object][] = [
    ['language', { language: 'fr' }, { languages: ['fr'], code_switching: false }],
    ['detect_language', { detect_language: true }, { languages: [], code_switching: false }],
    [
      'code switching between given languages',
      { enable_code_switching: true, code_switching_config: { languages: ['en', 'de'] }, language: 'fr' },
      { languages: ['en', 'de'], code_switching: true },
    ],
    [
      'code switching from a language',
      { enable_code_switching: true, language: 'fr' },
      { languages: ['fr'], code_switching: true },
    ],
    [
      'languages to switch between, without switching',
      { code_switching_config: { languages: ['en', 'de'] } },
      { languages: [], code_switching: false },
    ],
    [
      'language_config wins',
      {
        language_config: { languages: [], code_switching: false },
        language: 'fr',
        enable_code_switching: true,
      },
      { languages: [], code_switching: false },
    ],
    [
      'language_config wins field by field',
      { language_config: { code_switching: true }, language: 'fr' },
      { languages: ['fr'], code_switching: true },
    ],
  ]
  for (const [name, fields, expected] of cases) {
    test(`language_config: ${name}`, () => assert.deepEqual(paramsOf(fields).language_config, expected))
  }

  test('stay in request_params as given', () => {
    const { language, detect_language: detect } = paramsOf({ language: 'fr', detect_language: false })
    assert.deepEqual({ language, detect }, { language: 'fr', detect: false })
  })
})

suite('a fault is one line that names its field', () => {
  const cases: [object, string][] = [
    [{ audio_url: undefined }, 'audio_url: is required'],
    [{ audio_url: 7 }, 'audio_url: must be a string, not a number'],
    [{ audio_url: 'ftp://example.com/a.wav' }, 'audio_url: must be an http:// or https:// URL'],
    [{ audio_url: 'http:example.com' }, 'audio_url: must be an http:// or https:// URL'],
    [{ audio_url: '/etc/passwd' }, 'audio_url: must be an http:// or https:// URL'],
    [{ subtitles: 'true' }, 'subtitles: must be true or false, not a string'],
    [{ diarization: 1 }, 'diarization: must be true or false, not a number'],
    [{ language: 'english' }, 'language: must be a language code such as "en": did you mean "en"?'],
    [{ language: null }, 'language: must be a language code such as "en"'],
    [{ custom_metadata: ['a'] }, 'custom_metadata: must be an object, not a list'],
    [{ custom_metadata: null }, 'custom_metadata: must be an object, not null'],
    [{ custom_vocabulary: 'Ada' }, 'custom_vocabulary: must be true, false or a list of words'],
    [
      { custom_vocabulary_config: { vocabulary: [{ value: 'Ada', intensity: 2 }] } },
      'custom_vocabulary_config.vocabulary.0.intensity: must be at most 1',
    ],
    [
      { custom_vocabulary_config: { vocabulary: [7] } },
      'custom_vocabulary_config.vocabulary.0: must be a word of at most 100 characters, or an object with such a value',
    ],
    [
      { custom_vocabulary_config: { vocabulary: [], default_intensity: -1 } },
      'custom_vocabulary_config.default_intensity: must be at least 0',
    ],
    [{ callback_config: {} }, 'callback_config.url: is required'],
    [
      { callback_config: { url: 'https://example.com', method: 'GET' } },
      'callback_config.method: must be one of "POST", "PUT"',
    ],
    [{ subtitles_config: { formats: [] } }, 'subtitles_config.formats: must have at least 1 item'],
    [{ subtitles_config: { minimum_duration: -1 } }, 'subtitles_config.minimum_duration: must be at least 0'],
    [
      { subtitles_config: { maximum_duration: 0.5 } },
      'subtitles_config.maximum_duration: must be at least 1',
    ],
    [{ subtitles_config: { maximum_duration: 31 } }, 'subtitles_config.maximum_duration: must be at most 30'],
    [
      { subtitles_config: { minimum_duration: 5, maximum_duration: 4 } },
      'subtitles_config.minimum_duration: must not be more than maximum_duration',
    ],
    [
      { subtitles_config: { maximum_characters_per_row: 0 } },
      'subtitles_config.maximum_characters_per_row: must be at least 1',
    ],
    [
      { subtitles_config: { maximum_rows_per_caption: 6 } },
      'subtitles_config.maximum_rows_per_caption: must be at most 5',
    ],
    [
      { subtitles_config: { maximum_rows_per_caption: 1.5 } },
      'subtitles_config.maximum_rows_per_caption: must be a whole number, not a fraction',
    ],
    [
      { diarization_config: { number_of_speakers: 0 } },
      'diarization_config.number_of_speakers: must be at least 1',
    ],
    [{ diarization_config: { min_speakers: -1 } }, 'diarization_config.min_speakers: must be at least 0'],
    [
      { diarization_config: { min_speakers: 3, max_speakers: 2 } },
      'diarization_config.min_speakers: must not be more than max_speakers',
    ],
    [
      { translation_config: { target_languages: [] } },
      'translation_config.target_languages: must have at least 1 item',
    ],
    [
      { structured_data_extraction_config: { classes: [] } },
      'structured_data_extraction_config.classes: must have at least 1 item',
    ],
    [
      { audio_to_llm_config: { prompts: [1] } },
      'audio_to_llm_config.prompts.0: must be a string, not a number',
    ],
    [
      { pii_redaction_config: { entity_types: 'SECRETS', processed_text_type: 'MASK' } },
      'pii_redaction_config.entity_types: must be an entity type such as "NAME" or "GDPR", or a list of them',
    ],
    [
      // Nothing would be redacted.
      { pii_redaction_config: { entity_types: [], processed_text_type: 'MASK' } },
      'pii_redaction_config.entity_types: must have at least 1 item',
    ],
    [
      { custom_spelling_config: { spelling_dictionary: { Ada: 'ada' } } },
      'custom_spelling_config.spelling_dictionary.Ada: must be a list, not a string',
    ],
    ...[
      'callback',
      'custom_vocabulary',
      'translation',
      'custom_spelling',
      'structured_data_extraction',
      'audio_to_llm',
      'pii_redaction',
    ].map((feature): [object, string] => [
      { [feature]: true },
      `${feature}_config: is required when ${feature} is true`,
    ]),
  ]
  for (const [fields, line] of cases) test(line, () => assert.deepEqual(faults(fields), [line]))

  test('even if there are several, of single fields and of their combination', () => {
    const body = { audio_url: 'nowhere', translation: true, audio_to_llm: true, sentences: 'yes' }
    assert.deepEqual(faultsOf(body).toSorted(), [
      'audio_to_llm_config: is required when audio_to_llm is true',
      'audio_url: must be an http:// or https:// URL',
      'sentences: must be true or false, not a string',
      'translation_config: is required when translation is true',
    ])
  })

  test('even if the body is not an object', () => {
    assert.deepEqual(faultsOf(['a']), [': must be an object, not a list'])
    assert.deepEqual(faultsOf(null), [': must be an object, not null'])
  })
})

suite('the limit on custom_metadata', () => {
  const limited = preRecordedRequest.check(customMetadataLimit(20))
  const TOO_LONG = 'custom_metadata: must not be longer than 20 characters as JSON'
  const of = (fields: object) => faultsOf({ ...AUDIO, ...fields }, limited)

  test('counts the characters of its JSON', () => {
    assert.deepEqual(of({ custom_metadata: { user: '9 letters' } }), [])
    assert.deepEqual(of({ custom_metadata: { user: '10 letters' } }), [TOO_LONG])
    assert.deepEqual(of({}), [])
  })

  test('is reported along with other faults', () => {
    assert.deepEqual(of({ custom_metadata: { user: 'x'.repeat(20) }, sentences: 1 }), [
      'sentences: must be true or false, not a number',
      TOO_LONG,
    ])
  })

  test('holds for an object nested deeper than the stack', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))
    assert.deepEqual(of({ custom_metadata: deep }), [TOO_LONG])
  })
})
