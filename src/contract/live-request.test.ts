import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { customMetadataLimit } from './custom-metadata.ts'
import { liveParams, liveParamsOf, liveRequest } from './live-request.ts'

const paramsOf = (fields: object) => liveParamsOf(liveRequest.parse(fields))

function faults(body: unknown): string[] {
  const { error } = liveRequest.safeParse(body)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

suite('request_params of a live job', () => {
  test('has every default, including nested ones', () => {
    assert.deepEqual(paramsOf({}), {
      encoding: 'wav/pcm',
      bit_depth: 16,
      sample_rate: 16_000,
      channels: 1,
      model: 'solaria-1',
      endpointing: 0.05,
      maximum_duration_without_endpointing: 5,
      language_config: { languages: [], code_switching: false },
      pre_processing: { audio_enhancer: false, speech_threshold: 0.6 },
      realtime_processing: {
        custom_vocabulary: false,
        custom_spelling: false,
        translation: false,
        named_entity_recognition: false,
        sentiment_analysis: false,
      },
      post_processing: { subtitles: false, summarization: false, chapterization: false, sentences: false },
      messages_config: {
        receive_partial_transcripts: false,
        receive_final_transcripts: true,
        receive_speech_events: true,
        receive_pre_processing_events: true,
        receive_realtime_processing_events: true,
        receive_post_processing_events: true,
        receive_acknowledgments: true,
        receive_errors: true,
        receive_lifecycle_events: false,
      },
      callback: false,
    })
  })

  test('fills in the fields that a nested object leaves out', () => {
    const params = paramsOf({
      messages_config: { receive_errors: false },
      callback: true,
      callback_config: { url: 'https://example.com/hook' },
      post_processing: { summarization: true },
    })
    assert.equal(params.messages_config.receive_errors, false)
    assert.equal(params.messages_config.receive_final_transcripts, true)
    assert.deepEqual(params.post_processing, {
      subtitles: false,
      summarization: true,
      summarization_config: { type: 'general' },
      chapterization: false,
      sentences: false,
    })
    assert.deepEqual(params.callback_config, {
      url: 'https://example.com/hook',
      receive_partial_transcripts: false,
      receive_final_transcripts: true,
      receive_speech_events: false,
      receive_pre_processing_events: true,
      receive_realtime_processing_events: true,
      receive_post_processing_events: true,
      receive_acknowledgments: false,
      receive_errors: false,
      receive_lifecycle_events: true,
    })
    assert.deepEqual(liveParams.parse(params), params)
  })

  test('omits settings of disabled features, custom_metadata and unknown fields', () => {
    const params = paramsOf({
      callback_config: { receive_errors: true },
      realtime_processing: { translation_config: { target_languages: ['fr'] } },
      post_processing: { summarization_config: { type: 'concise' } },
      custom_metadata: { user: 'x' },
      surprise: true,
    })
    assert.deepEqual(params, paramsOf({}))
  })
})

suite('a fault of a live request', () => {
  const cases: [object, string][] = [
    [{ encoding: 'mp3' }, 'encoding: must be one of "wav/pcm", "wav/alaw", "wav/ulaw"'],
    [{ bit_depth: 12 }, 'bit_depth: must be one of 8, 16, 24, 32'],
    [{ sample_rate: 22_050 }, 'sample_rate: must be one of 8000, 16000, 32000, 44100, 48000'],
    [{ channels: 0 }, 'channels: must be at least 1'],
    [{ channels: 9 }, 'channels: must be at most 8'],
    [{ model: 'other' }, 'model: must be "solaria-1"'],
    [{ endpointing: 0.005 }, 'endpointing: must be at least 0.01'],
    [{ endpointing: 11 }, 'endpointing: must be at most 10'],
    [{ maximum_duration_without_endpointing: 4 }, 'maximum_duration_without_endpointing: must be at least 5'],
    [
      { maximum_duration_without_endpointing: 61 },
      'maximum_duration_without_endpointing: must be at most 60',
    ],
    [{ pre_processing: { speech_threshold: 1.1 } }, 'pre_processing.speech_threshold: must be at most 1'],
    [
      { language_config: { languages: ['wo'] } },
      'language_config.languages.0: must be a language code such as "en"',
    ],
    [
      { realtime_processing: { translation: true } },
      'realtime_processing.translation_config: is required when translation is true',
    ],
    [{ callback: true }, 'callback_config: is required when callback is true'],
    [{ callback: true, callback_config: {} }, 'callback_config.url: is required when callback is true'],
    [
      { callback_config: { url: 'ws://example.com' } },
      'callback_config.url: must be an http:// or https:// URL',
    ],
    [
      { messages_config: { receive_errors: 1 } },
      'messages_config.receive_errors: must be true or false, not a number',
    ],
  ]
  for (const [body, line] of cases) test(line, () => assert.deepEqual(faults(body), [line]))

  test('can be the size of custom_metadata', () => {
    const limited = liveRequest.check(customMetadataLimit(10))
    assert.equal(limited.safeParse({ custom_metadata: { a: 'b' } }).success, true)
    assert.equal(limited.safeParse({ custom_metadata: { user: 'x' } }).success, false)
  })
})
