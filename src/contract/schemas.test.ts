import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'
import { accountWebhook, liveCallback, preRecordedCallback } from './callbacks.ts'
import { errorBody } from './error.ts'
import { job, jobCreated, jobPage, liveJobPage, preRecordedJobPage } from './job.ts'
import { clientFrame, serverFrame } from './live-messages.ts'
import { liveParamsOf, livePatch, liveQuery, liveRequest, liveSession } from './live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from './pre-recorded-request.ts'
import { upload, uploadRequest } from './upload.ts'

type JsonSchema = { [keyword: string]: unknown; description?: string; $ref?: string }

for (const file of globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] }))
  await import(new URL(file, import.meta.url).href)

/** Every named schema, as published in the OpenAPI document. */
function published(io: 'input' | 'output'): Record<string, JsonSchema> {
  return z.toJSONSchema(z.globalRegistry, { io, uri: (id) => id }).schemas
}

/** The fields of a schema with neither a description of their own nor a named, described schema. */
function undescribed(path: string, schema: unknown, shapes: Record<string, JsonSchema>): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => {
    if (key !== 'properties') return undescribed(`${path}.${key}`, inner, shapes)
    return Object.entries<JsonSchema>(inner).flatMap(([field, property]) => {
      const described = property.description ?? shapes[property.$ref ?? '']?.description
      const deeper = undescribed(`${path}.${field}`, property, shapes)
      return described === undefined && !('const' in property) ? [`${path}.${field}`, ...deeper] : deeper
    })
  })
}

suite('the published schemas', () => {
  for (const io of ['input', 'output'] as const) {
    test(`describe every schema and every field (${io})`, () => {
      const shapes = published(io)
      const bare = Object.entries(shapes).filter(([, shape]) => !shape.description)
      assert.deepEqual(
        bare.map(([id]) => id),
        [],
      )
      assert.deepEqual(
        Object.entries(shapes).flatMap(([id, shape]) => undescribed(id, shape, shapes)),
        [],
      )
    })
  }
})

/** Validates a value against a published schema, as a client would. */
const ajv = new Ajv2020({ strictTypes: false, schemas: Object.values(published('output')) })
formats.default(ajv)

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const AT = '2025-06-01T09:30:00.000Z'
const WORD = { word: ' hello', start: 0.1, end: 0.5, confidence: 0.9 }
const UTTERANCE = {
  start: 0.1,
  end: 0.5,
  confidence: 0.9,
  channel: 0,
  words: [WORD],
  text: ' hello',
  language: 'en',
}
const METADATA = {
  audio_duration: 2,
  number_of_distinct_channels: 1,
  billing_time: 2,
  transcription_time: 0.3,
  unrecognised_speech: [],
}
const TRANSCRIPTION = { full_transcript: 'hello', languages: ['en'], utterances: [UTTERANCE] }
const worked = (results: unknown) => ({
  success: true,
  is_empty: false,
  exec_time: 0.2,
  error: null,
  results,
})
const FAILED = {
  success: false,
  is_empty: true,
  exec_time: 0.2,
  error: { status_code: 500, exception: 'ModelError', message: 'The model gave no answer.' },
  results: null,
}
const RESULT = {
  metadata: METADATA,
  transcription: {
    ...TRANSCRIPTION,
    sentences: [worked(['hello'])],
    subtitles: [{ format: 'srt', subtitles: '1\n' }],
  },
  translation: worked([
    {
      error: null,
      full_transcript: 'hello',
      languages: ['wo'],
      utterances: [{ ...UTTERANCE, language: 'wo' }],
    },
  ]),
  summarization: FAILED,
  moderation: worked('[]'),
  named_entity_recognition: {
    ...worked([{ entity_type: 'NAME', entity_group: 'NAME', text: 'Ada', start: 0, end: 1 }]),
    entity: '[]',
  },
  name_consistency: worked(''),
  speaker_reidentification: worked(''),
  structured_data_extraction: worked('{}'),
  sentiment_analysis: worked('[]'),
  audio_to_llm: worked([
    worked({ prompt: 'who?', response: 'Ada' }),
    { ...FAILED, results: { prompt: 'when?', response: null } },
  ]),
  sentences: worked(['hello']),
  display_mode: worked(['hello']),
  chapterization: worked({ chapters: [] }),
  diarization: worked([{ ...UTTERANCE, speaker: 0 }]),
}
const JOB = {
  id: ID,
  request_id: 'G-6f9619ff',
  version: 2,
  status: 'done',
  created_at: AT,
  completed_at: AT,
  custom_metadata: { user: 'x' },
  post_session_metadata: {},
  error_code: null,
  error_message: null,
  details: { title: null, tags: [], speaker_names: {}, revision: 0, changed_by: null },
  file: { id: ID, filename: 'a.wav', source: null, audio_duration: 2, number_of_channels: 1 },
}
const PRE_RECORDED = {
  ...JOB,
  kind: 'pre-recorded',
  request_params: preRecordedParamsOf(preRecordedRequest.parse({ audio_url: 'http://127.0.0.1/file/1' })),
  result: RESULT,
}
const LIVE = {
  ...JOB,
  kind: 'live',
  status: 'queued',
  completed_at: null,
  custom_metadata: null,
  file: null,
  request_params: liveParamsOf(liveRequest.parse({})),
  result: null,
}
const LIVE_RESULT = { metadata: METADATA, transcription: TRANSCRIPTION }
const PAGE = { first: 'http://a/?offset=0', current: 'http://a/?offset=0', next: null }
const FRAME = { session_id: ID, created_at: AT }
const LIVE_UTTERANCE = { utterance_id: '00_00000001', utterance: UTTERANCE }
const FRAMES: { type: string; [field: string]: unknown }[] = [
  ...['start_session', 'start_recording', 'end_session'].map((type) => ({ ...FRAME, type })),
  { ...FRAME, type: 'end_recording', data: { recording_duration: 2 } },
  { ...FRAME, type: 'speech_start', data: { time: 0.1, channel: 0 } },
  { ...FRAME, type: 'speech_end', data: { time: 0.5, channel: 0 } },
  {
    ...FRAME,
    type: 'pre_processing',
    data: { channel: 0, time_range: [0, 1], speech_probability: 0.8, gain_db: -1.5 },
  },
  { ...FRAME, type: 'transcript', data: { id: '00_00000001', is_final: true, utterance: UTTERANCE } },
  {
    ...FRAME,
    type: 'translation',
    error: null,
    data: {
      ...LIVE_UTTERANCE,
      original_language: 'en',
      target_language: 'wo',
      translated_utterance: { ...UTTERANCE, language: 'wo' },
    },
  },
  {
    ...FRAME,
    type: 'named_entity_recognition',
    error: { message: 'no model', utterance_id: '00_00000001' },
    data: null,
  },
  { ...FRAME, type: 'sentiment_analysis', error: null, data: { ...LIVE_UTTERANCE, results: [] } },
  {
    ...FRAME,
    type: 'audio_chunk',
    acknowledged: true,
    error: null,
    data: { byte_range: [0, 3200], time_range: [0, 0.1] },
  },
  {
    ...FRAME,
    type: 'stop_recording',
    acknowledged: true,
    error: null,
    data: { recording_duration: 2, recording_left_to_process: 0 },
  },
  { ...FRAME, type: 'post_transcript', data: TRANSCRIPTION },
  { ...FRAME, type: 'post_final_transcript', data: LIVE_RESULT },
  { ...FRAME, type: 'post_summarization', error: null, data: { results: 'They said hello.' } },
  {
    ...FRAME,
    type: 'post_chapterization',
    error: null,
    data: {
      results: [
        {
          headline: 'Hello',
          gist: 'hello',
          keywords: ['hello'],
          start: 0,
          end: 2,
          sentences: [{ sentence: 'hello', start: 0.1, end: 0.5, words: [WORD] }],
          text: 'hello',
        },
      ],
    },
  },
  { ...FRAME, type: 'error', error: { message: 'the frame is no JSON' } },
]

const ANSWERS: [string, z.ZodType, Record<string, unknown>][] = [
  ['a pre-recorded job', job, PRE_RECORDED],
  ['a live job', job, LIVE],
  ['a done live job', job, { ...LIVE, result: { ...LIVE_RESULT, messages: ['{}'] } }],
  ['a page', jobPage, { ...PAGE, items: [PRE_RECORDED, LIVE] }],
  ['a page of pre-recorded jobs', preRecordedJobPage, { ...PAGE, items: [PRE_RECORDED] }],
  ['a page of live jobs', liveJobPage, { ...PAGE, items: [LIVE] }],
  ['a created job', jobCreated, { id: ID, result_url: 'http://a/v2/pre-recorded/1' }],
  ['a live session', liveSession, { id: ID, created_at: AT, url: 'ws://127.0.0.1:8080/v2/live?token=t' }],
  [
    'an upload',
    upload,
    {
      audio_url: 'http://a/file/1',
      audio_metadata: {
        id: ID,
        filename: 'a.wav',
        extension: 'wav',
        size: 64_044,
        audio_duration: 2,
        number_of_channels: 1,
      },
    },
  ],
  [
    'an error',
    errorBody,
    { timestamp: AT, path: '/v2/live', request_id: 'G-0123abcd', statusCode: 404, message: 'job not found' },
  ],
  [
    'a callback of success',
    preRecordedCallback,
    { id: ID, event: 'transcription.success', payload: RESULT, custom_metadata: null },
  ],
  [
    'a callback of failure',
    preRecordedCallback,
    { id: ID, event: 'transcription.error', error: { code: 422, message: 'no sound' }, custom_metadata: {} },
  ],
  ['a webhook', accountWebhook, { event: 'live.end_session', account: 'default', payload: { id: ID } }],
  [
    'a webhook that says what changed',
    accountWebhook,
    { event: 'job.corrected', account: 'default', payload: { id: ID, revision: 2 } },
  ],
  ...FRAMES.map((frame): [string, z.ZodType, Record<string, unknown>] => [frame.type, serverFrame, frame]),
]

/** The options of a union, which need not have an id of its own. */
const optionsOf = (schema: z.ZodType) => (schema instanceof z.ZodUnion ? schema.options : [])

suite('a response', () => {
  for (const [name, schema, answer] of ANSWERS) {
    test(`fits its schema, but not with an extra or a missing field: ${name}`, () => {
      assert.deepEqual(schema.parse(answer), answer)
      const ids = [schema, ...optionsOf(schema)].map((one) => z.globalRegistry.get(one)?.id)
      const readers = ids.map((id) => ajv.getSchema(id ?? ''))
      assert.ok(
        readers.some((reader) => reader?.(answer) === true),
        JSON.stringify(readers.map((reader) => reader?.errors)),
      )
      assert.equal(schema.safeParse({ ...answer, surprise: 1 }).success, false)
      for (const key of Object.keys(answer)) {
        const { [key]: _, ...rest } = answer
        assert.equal(schema.safeParse(rest).success, false, `${key} may not be missing`)
      }
    })
  }

  test('cannot mix the success and failure of an enrichment', () => {
    for (const mixed of [{ ...FAILED, success: true }, worked(null), { ...worked('x'), success: false }]) {
      assert.equal(
        job.safeParse({ ...PRE_RECORDED, result: { ...RESULT, summarization: mixed } }).success,
        false,
      )
    }
  })

  test('keeps its limits', () => {
    const wrong: object[] = [
      { request_id: 'G-123' },
      { version: 1 },
      { status: 'cancelled' },
      { error_code: 399 },
      { error_code: 600 },
      { created_at: '2025-06-01T09:30:00Z' },
      { id: 'not-a-uuid' },
      { kind: 'live' },
      { custom_metadata: [] },
    ]
    for (const fields of wrong) assert.equal(job.safeParse({ ...PRE_RECORDED, ...fields }).success, false)
  })
})

suite('frames and callbacks of a live session', () => {
  test('exist for every type that a callback can carry', () => {
    const types = serverFrame.options.map(({ shape }) => shape.type.value)
    assert.deepEqual(FRAMES.map(({ type }) => type).toSorted(), types.toSorted())
  })

  test('correspond: the event of a callback names its frame', () => {
    for (const payload of FRAMES) {
      assert.ok(liveCallback.safeParse({ id: ID, event: `live.${payload.type}`, payload }).success)
    }
    assert.equal(liveCallback.safeParse({ id: ID, event: 'live.error', payload: FRAMES[0] }).success, false)
  })

  test('from the client may be empty, may have unknown fields, and must have a known type', () => {
    const chunk = { type: 'audio_chunk', data: { chunk: '' } }
    assert.deepEqual(clientFrame.parse({ ...chunk, extra: 1 }), chunk)
    assert.deepEqual(clientFrame.parse({ type: 'stop_recording' }), { type: 'stop_recording' })
    for (const frame of [{ type: 'pause' }, {}, null, 'stop_recording', { type: 'audio_chunk' }]) {
      assert.equal(clientFrame.safeParse(frame).success, false)
    }
  })
})

suite('small requests', () => {
  test('upload by URL, patch of metadata, region', () => {
    assert.ok(uploadRequest.safeParse({ audio_url: 'https://example.com/a.mp3', more: 1 }).success)
    assert.equal(uploadRequest.safeParse({ audio_url: 'file:///etc/passwd' }).success, false)
    assert.ok(livePatch.safeParse({ post_session_metadata: {} }).success)
    assert.equal(livePatch.safeParse({ post_session_metadata: [] }).success, false)
    assert.deepEqual(liveQuery.parse({ region: 'us-west' }), { region: 'us-west' })
    assert.ok(liveQuery.safeParse({ region: ['anywhere', 'else'] }).success)
  })
})
