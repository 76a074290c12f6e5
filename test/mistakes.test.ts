/** Typical mistakes of clients and operators: each answer names the place and the remedy. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { misspelledVariables } from '../src/service/config.ts'
import { openPrivateFolder } from '../src/platform/files/private-folder.ts'
import { unusableDatabase } from '../src/store/unusable-database.ts'
import { StoreError } from '../src/jobs/store-error.ts'
import type { ErrorBody } from '../src/contract/error.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from './support/scriptorium.ts'

const audio_url = 'https://example.com/talk.mp3'
const NO_JOB = '00000000-0000-4000-8000-000000000000'
const JSON_TYPE = { 'content-type': 'application/json' }

/** What an answer to a client never contains: settings and paths of the operator, stack traces, names of libraries. */
const INTERNAL = /\b[A-Z]+_[A-Z_]+\b(?<!PII)|\bat .*:\d+:\d+|\/(?:tmp|home|usr|var)\/|\bFST_|\bzod\b/

interface Mistake {
  readonly request: string
  readonly body?: object | string | FormData
  readonly headers?: Record<string, string>
  readonly status: number
  /** The expected texts, in the order of `validation_errors`, or in the message. */
  readonly says: readonly string[]
}

const job = (fields: object, ...says: string[]): Mistake => ({
  request: 'POST /v2/pre-recorded',
  body: { audio_url, ...fields },
  status: 400,
  says,
})
const live = (body: object, ...says: string[]): Mistake => ({
  request: 'POST /v2/live',
  body,
  status: 400,
  says,
})
const list = (query: string, ...says: string[]): Mistake => ({
  request: `GET /v2/transcription?${query}`,
  status: 400,
  says,
})
const form = (field: string): FormData => {
  const data = new FormData()
  data.append(field, new Blob(['not audio']), 'talk.wav')
  return data
}
const vocabulary = (entry: unknown) => ({
  custom_vocabulary: true,
  custom_vocabulary_config: { vocabulary: [entry] },
})

const MISTAKES: readonly Mistake[] = [
  // The body as a whole
  {
    ...job({}),
    body: '{"audio_url":',
    headers: JSON_TYPE,
    says: ['body: is not valid JSON: Unexpected end'],
  },
  {
    ...job({}),
    body: "{'audio_url':1}",
    headers: JSON_TYPE,
    says: ['body: is not valid JSON: Expected prop'],
  },
  { ...job({}), body: '', headers: JSON_TYPE, says: ['body: is required'] },
  { ...job({}), body: '[]', headers: JSON_TYPE, says: ['body: must be an object, not a list'] },
  {
    ...job({}),
    body: 'audio_url=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    says: ['must be application/json'],
  },
  // Browsers send this to other origins without asking.
  {
    ...job({}),
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    says: ['must be application/json'],
  },
  {
    ...job({}),
    body: form('audio'),
    status: 415,
    says: ['application/json; upload files to POST /v2/upload'],
  },
  job({ context_prompt: 'x'.repeat(2_000_000) }),
  // Names and values of a request for a file
  { ...job({}), body: {}, says: ['audio_url: is required'] },
  {
    ...job({}),
    body: { audio_ulr: audio_url },
    says: ['audio_ulr: did you mean audio_url?', 'audio_url: is req'],
  },
  {
    ...job({}),
    body: { audioUrl: audio_url },
    says: ['audioUrl: did you mean audio_url?', 'audio_url: is req'],
  },
  { ...job({}), body: { audio_url: 'talk.mp3' }, says: ['audio_url: must be an http:// or https:// URL'] },
  { ...job({}), body: { audio_url: 7 }, says: ['audio_url: must be a string, not a number'] },
  job({ Diarization: true }, 'Diarization: did you mean diarization?'),
  job({ diarisation: true }, 'diarisation: did you mean diarization?'),
  job({ summarisation: true }, 'summarisation: did you mean summarization?'),
  job({ subtitles: 'yes' }, 'subtitles: must be true or false, not a string'),
  job({ subtitle: true }, 'subtitle: did you mean subtitles?'),
  job({ subtitles_config: { format: ['srt'] } }, 'subtitles_config.format: did you mean formats?'),
  job({ subtitles_config: { formats: ['doc'] } }, 'subtitles_config.formats.0: must be one of "srt", "vtt"'),
  job({ subtitles_config: { formats: 'srt' } }, 'subtitles_config.formats: must be a list, not a string'),
  job({ language: 'english' }, 'language: must be a language code such as "en": did you mean "en"?'),
  job({ language: 'Deutsch' }, 'language: must be a language code such as "en": did you mean "de"?'),
  job({ language: 'fra' }, 'language: must be a language code such as "en": did you mean "fr"?'),
  job({ language_config: { language: ['en'] } }, 'language_config.language: did you mean languages?'),
  job({ language_config: { languages: 'en' } }, 'language_config.languages: must be a list, not a string'),
  job(
    vocabulary({ value: 'x', language: 'xx' }),
    'custom_vocabulary_config.vocabulary.0.language: must be a lan',
  ),
  job(
    vocabulary({ value: 'x', intensity: 'high' }),
    'custom_vocabulary_config.vocabulary.0.intensity: must be a num',
  ),
  job(vocabulary({ word: 'x' }), 'custom_vocabulary_config.vocabulary.0.value: is required'),
  job(
    vocabulary({ value: 'x', pronunciation: [] }),
    'vocabulary.0.pronunciation: did you mean pronunciations?',
  ),
  job({ custom_vocabulary: true }, 'custom_vocabulary_config: is required when custom_vocabulary is true'),
  job({ custom_metadata: 'x' }, 'custom_metadata: must be an object, not a string'),
  job(
    { custom_metadata: { text: 'x'.repeat(3_000) } },
    'custom_metadata: must not be longer than 2000 characters',
  ),
  {
    ...job({}),
    body: `{"audio_url":"${audio_url}","custom_metadata":{"a":{"__proto__":1}}}`,
    headers: JSON_TYPE,
    says: ['custom_metadata.a.__proto__: must not be used as a key: choose another name'],
  },
  job(
    { callback_config: { url: audio_url, method: 'GET' } },
    'callback_config.method: must be one of "POST", "PUT"',
  ),
  job({ callback: true }, 'callback_config: is required when callback is true'),
  // What this service cannot do
  job(
    { audio_to_llm: true, audio_to_llm_config: { prompts: ['Who?'] } },
    'audio_to_llm: needs a language model',
  ),
  job(
    { translation: true, translation_config: { target_languages: ['fr'] } },
    'target_languages: fr cannot be tr',
  ),
  job(
    { pii_redaction: true, pii_redaction_config: { entity_types: ['AGE'], processed_text_type: 'MASK' } },
    'pii_redaction_config.entity_types: AGE cannot be found',
  ),
  {
    ...job({ audio_url: 'http://10.0.0.1/talk.mp3' }),
    status: 422,
    says: ['audio_url: must not lead to a private'],
  },
  {
    ...job({ audio_url: 'http://[::1]/talk.mp3' }),
    status: 422,
    says: ['audio_url: must not lead to a private'],
  },
  {
    ...job({ callback_url: 'http://localhost:9/' }),
    status: 422,
    says: ['callback_url: must not lead to a pr'],
  },
  {
    ...live({ callback: true, callback_config: { url: 'http://192.168.0.1/' } }),
    status: 422,
    says: ['callback_config.url: must not lead to a private'],
  },
  live(
    { realtime_processing: { translation: true, translation_config: { target_languages: ['de'] } } },
    'realtime_processing.translation_config.target_languages: de cannot be translated',
  ),
  // Live sessions
  live({ sample_rate: 22_050 }, 'sample_rate: must be one of 8000, 16000, 32000, 44100, 48000'),
  live({ samplerate: 16_000 }, 'samplerate: did you mean sample_rate?'),
  live({ encoding: 'pcm' }, 'encoding: must be one of "wav/pcm", "wav/alaw", "wav/ulaw"'),
  live(
    { messages_config: { receive_partial_transcript: true } },
    'messages_config.receive_partial_transcript: did you mean receive_partial_transcripts?',
  ),
  { ...live({}), request: 'POST /v2/live?regoin=eu-west', says: ['regoin: did you mean region?'] },
  // Uploads
  {
    request: 'POST /v2/upload',
    body: form('file'),
    status: 400,
    says: ['in the form field "audio" is required'],
  },
  {
    request: 'POST /v2/upload',
    body: 'bytes',
    headers: { 'content-type': 'audio/wav' },
    status: 415,
    says: ['multipart/form-data with the file in the field audio, or application/json'],
  },
  { request: 'POST /v2/upload', body: { url: audio_url }, status: 400, says: ['audio_url: is required'] },
  { request: 'POST /v2/upload', body: form('audio'), status: 422, says: ['cannot be decoded'] },
  // Lists
  list('staus=done', 'staus: did you mean status?'),
  list('LIMIT=5', 'LIMIT: did you mean limit?'),
  list('status=finished', 'status: must be one of queued, processing, done, error, not "finished"'),
  list('status[a]=done', 'status[a]: is not a form of status that is understood'),
  list('limit[]=1', 'limit[]: is not a form of limit that is understood'),
  list('limit=many', 'limit: must be a whole number, 1 or more'),
  list('date=2026-02-30', 'date: there is no such day or time as 2026-02-30'),
  list('date=yesterday', 'date: must be a date such as 2025-06-01'),
  list('custom_metadata={"a":{}}', 'custom_metadata.a: must contain a value to match'),
  list('custom_metadata=user', 'custom_metadata: must be a JSON object such as {"user":"x"}'),
  // Paths and ids
  { request: 'GET /v2/prerecorded', status: 404, says: ['GET /v2/prerecorded not found'] },
  { request: `GET /v2/live/${NO_JOB}`, status: 404, says: ['job not found'] },
  { request: `GET /v2/jobs/${NO_JOB}/deliveries?limt=1`, status: 400, says: ['limt: did you mean limit?'] },
]

suite('a mistake in a request', () => {
  let service: RunningService
  let client: Client
  before(async () => {
    service = await runService()
    client = await Client.of(service)
  })
  after(async () => service.close())

  for (const [index, { request, body, headers = {}, status, says }] of MISTAKES.entries()) {
    test(`${index + 1}, ${request}: ${says.join(', ')}`, async () => {
      const [verb = '', path = ''] = request.split(' ')
      const isTooLarge = says.length === 0
      const sent = { ...(body === undefined ? {} : { body }), headers }
      const error = await client.refused(isTooLarge ? 413 : status, verb, path, sent)
      const faults = error.validation_errors ?? [error.message]
      const expected = isTooLarge ? ['the body must not have more than 1,048,576 bytes'] : says
      assert.equal(faults.length, expected.length, faults.join('\n'))
      for (const [at, phrase] of expected.entries()) {
        const fault = faults[at] ?? ''
        assert.ok(fault.includes(phrase), fault)
        assert.doesNotMatch(fault, INTERNAL)
      }
    })
  }

  test('is not reported for languages in capitals or with a region, or callback: false beside a URL', async () => {
    const id = await client.create({
      audio_url,
      language_config: { languages: ['EN', 'en-US', 'pt_BR'] },
      callback: false,
      callback_url: 'http://localhost/',
    })
    const { request_params: params } = await client.job(id)
    assert.deepEqual(params.language_config.languages, ['en', 'pt'])
    assert.equal(params.callback, false)
    assert.equal(params.callback_config, undefined)
  })

  test('is only a warning if the name is unknown and resembles none', async () => {
    for (const [path, body] of [
      ['/v2/pre-recorded?colour=red', { audio_url, webhook: audio_url, subtitles_config: { font: 'serif' } }],
      ['/v2/live?colour=red', { webhook: audio_url, pre_processing: { font: 'serif' } }],
    ] as const) {
      const answer = await client.send<{ warnings: string[] }>('POST', path, { body })
      assert.equal(answer.status, 201)
      const [query, ...rest] = answer.body.warnings
      assert.equal(query, 'colour: is unknown and was ignored')
      assert.deepEqual(
        rest.map((warning) => /^(?:webhook|\w+\.font): is unknown and was ignored$/.test(warning)),
        [true, true],
      )
    }
    const plain = await client.send<object>('POST', '/v2/pre-recorded', { body: { audio_url } })
    assert.deepEqual(Object.keys(plain.body), ['id', 'result_url'])
  })

  test('in the headers gets an error of the usual form', async () => {
    for (const [headers, status, remedy] of [
      [[`x-service-key: ${service.key}`, `x-service-key: ${service.key}`, 'host: x'], 200, '"items":['],
      [[`x-service-key: ${service.key}`, 'x-service-key: other', 'host: x'], 401, 'invalid service key: '],
      [['host: x'], 401, 'missing service key: '],
      [[`x-service-key: ${service.key}`], 400, 'host: HTTP/1.1 requires this header'],
      [[`long: ${'x'.repeat(20_000)}`, 'host: x'], 431, 'must not have more than 16,384 bytes'],
    ] as const) {
      const [head = '', body = ''] = (await raw(['GET /v2/live HTTP/1.1', ...headers])).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.ok(body.includes(remedy), body)
      if (status !== 200) assert.equal((JSON.parse(body) as ErrorBody).statusCode, status)
      const challenge = /^www-authenticate: (.*)$/im.exec(head)?.[1]
      assert.equal(challenge, status === 401 ? 'ApiKey header="x-service-key", Bearer' : undefined)
    }
  })

  test('with the key gets an answer with the right header, and where keys are', async (t) => {
    const other = await runService({ KEY_HEADERS: 'X-Acme-Key' })
    t.after(async () => other.close())
    const anonymous = (await Client.of(other)).as(null)
    const missing = await anonymous.refused(401, 'GET', '/v2/jobs')
    assert.equal(
      missing.message,
      'missing service key: send it in the header x-service-key or x-acme-key, or as Authorization: Bearer <key>',
    )
    const invalid = await client.as('wrong').refused(401, 'GET', '/v2/jobs')
    assert.equal(
      invalid.message,
      'invalid service key: the operator finds one in the file service-key of the data folder, and "scriptorium keys create" makes others',
    )
    for (const { message } of [missing, invalid]) assert.doesNotMatch(message, INTERNAL)
  })

  async function raw(lines: readonly string[]): Promise<string> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.end(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`)
    return text(socket)
  }
})

suite('a mistake at the start', () => {
  test('in a PostgreSQL password is reported as such, and so are a wrong host and database', () => {
    for (const [code, remedy] of [
      ['28P01', /Check the user name and the password in DATABASE_URL/],
      ['3D000', /Create the database, or check its name in DATABASE_URL/],
      ['ECONNREFUSED', /Check that the server runs, and the host and port in DATABASE_URL/],
      ['XX001', /if it is damaged, restore it from a backup/],
    ] as const) {
      const cause = Object.assign(new Error('what the server said'), { code })
      const error = unusableDatabase(new StoreError('rejected', cause.message, { cause }), 'host/database')
      assert.ok(error instanceof Error)
      assert.match(error.message, remedy)
      assert.doesNotMatch(error.message, /migrat/)
    }
  })

  test('in the name of a variable is noticed if it resembles a known one', () => {
    const others = ['HOME', 'PATH', 'POST', 'PORTS', 'HOSTNAME', 'CONCURRENCY', 'PORT', 'SHLVL', 'TERM']
    const names = ['CONCURENCY', 'LOGLEVEL', 'PROT', 'HSOT', 'port', ...others]
    assert.deepEqual(misspelledVariables(names), [
      ['CONCURENCY', 'CONCURRENCY'],
      ['LOGLEVEL', 'LOG_LEVEL'],
      ['PROT', 'PORT'],
      ['HSOT', 'HOST'],
      ['port', 'PORT'],
    ])
  })

  test('in the name of a variable is reported at the start', async (t) => {
    const service = await ServiceProcess.start(t, temporaryFolder(), { PROT: '8090' })
    const [warning] = service.log.filter(({ level }) => level === 40)
    assert.partialDeepStrictEqual(warning, { msg: 'unknown variable PROT: did you mean PORT?' })
  })

  test('in DATA_DIR ends the process at once', { skip: process.platform !== 'linux' }, () => {
    assert.throws(() => openPrivateFolder('/proc/none/data'), { syscall: 'mkdir' })
  })

  test('of starting a second service on a folder is answered with how both can run', async () => {
    const service = await runService()
    const { dataDir: DATA_DIR } = service
    const second = await scriptorium(['serve'], { DATA_DIR, PORT: '0' })
    const reset = await scriptorium(['keys', 'reset-secret'], { DATA_DIR })
    await service.close()
    assert.deepEqual([second.code, reset.code], [1, 1])
    assert.equal(
      second.stderr,
      `another scriptorium process is using ${DATA_DIR}: stop it, or set DATA_DIR to another folder and PORT to another port; several processes share jobs by DATABASE_URL (docs/scaling.md)\n`,
    )
    assert.equal(
      reset.stderr,
      `another scriptorium process is using ${DATA_DIR}: stop it, or wait until it has ended\n`,
    )
  })

  test('in a command is answered with what to set, without a stack trace', async (t) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    const busy = createServer().listen(0, '127.0.0.1')
    t.after(() => busy.close())
    await once(busy, 'listening')
    const { port } = busy.address() as { port: number }
    const env = { DATA_DIR: join(folder, 'data'), PORT: String(port) }
    for (const [args, more, remedy] of [
      [['serve'], {}, /address already in use .*: set HOST .*PORT to a free port/],
      [
        ['serve'],
        { DATA_DIR: join(folder, 'file', 'data') },
        /file\/data: a part of this path is a file, not a folder: set DATA_DIR to a folder that can be created/,
      ],
      [['models', 'pull', 'missing.json'], {}, /^missing\.json: there is no such file or folder\n$/],
      [['transcribe', 'missing.wav'], {}, /^missing\.wav: there is no such file or folder\n$/],
      [['restore', 'missing'], {}, /^missing is not a complete backup/],
      [
        ['keys', 'secret', '--account', 'typo'],
        {},
        /^There is no account typo: see "scriptorium accounts list"/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await scriptorium(args, { ...env, ...more })
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, remedy)
      assert.doesNotMatch(stderr, /^ +at /m)
    }
  })
})
