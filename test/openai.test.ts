/** The official OpenAI client, unchanged except for the base URL and the key. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import OpenAI, {
  type APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai'
import type {
  TranscriptionCreateParamsNonStreaming,
  TranscriptionDiarized,
  TranscriptionStreamEvent,
  TranscriptionVerbose,
} from 'openai/resources/audio/transcriptions'
import type { TranslationVerbose } from 'openai/resources/audio/translations'
import type { Model } from 'openai/resources/models'
import {
  type OpenAiAnswer,
  openAiEvent,
  type OpenAiEvent,
  type OpenAiModel,
  openAiModels,
  openAiTranscriptionAnswer,
  openAiTranslationAnswer,
} from '../src/contract/openai.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { Client } from './support/client.ts'
import { filesOnDisk } from './support/files-on-disk.ts'
import type { PublishedApi } from './support/published-api.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { cutSample, SILENCE } from './support/sample.ts'
import { dialectOf } from './support/store-place.ts'
import { freshDatabase, throwawayPostgres } from './support/throwaway-postgres.ts'
import { until } from './support/until.ts'

// Compiles only while the answers of this service have the types of the client.
type Given<Answer> = { [Field in keyof Answer]-?: Exclude<Answer[Field], undefined> }
type Of<Part> = Given<Extract<OpenAiAnswer, Part>>
export const asTyped = {
  verbose: (answer: Of<{ task: 'transcribe'; language: string }>): TranscriptionVerbose => answer,
  diarized: (answer: Of<{ segments: { speaker: string }[] }>): TranscriptionDiarized => answer,
  translation: (answer: Of<{ task: 'translate' }>): TranslationVerbose => answer,
  event: (event: OpenAiEvent): TranscriptionStreamEvent => event,
  model: (model: OpenAiModel): Model => model,
}

/** "You speak, and it writes down what you". The language of "Welcome to Scriptorium" before it is uncertain, and would involve Whisper. */
const SPEECH = cutSample(2, 3)
const MODEL = { language: 'en', model: 'whisper-1' } as const

const fileOf = (bytes: Buffer<ArrayBuffer>) => new File([bytes], 'talk.wav')

/** The client, whose answers are checked against the published API. */
function clientOf({ url, key }: { url: string; key: string }, api: PublishedApi): OpenAI {
  return new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: key,
    maxRetries: 0,
    fetch: async (target, init) =>
      api.fetch(new URL(target instanceof Request ? target.url : target), { method: 'GET', ...init }),
  })
}

/** A request with a field that only this service has. */
const unstored = (bytes: Buffer<ArrayBuffer>) =>
  ({ ...MODEL, file: fileOf(bytes), store: 'false' }) as TranscriptionCreateParamsNonStreaming<'json'>

/** The newest job of an account; undefined if it has none. */
async function newestJob(client: Client): Promise<{ id: string; status: string } | undefined> {
  const page = await client.get<{ items: { id: string; status: string }[] }>('/v2/jobs?limit=1')
  return page.body.items[0]
}

suite('the OpenAI client', () => {
  let service: RunningService
  let client: Client
  let openai: OpenAI
  let transcriptions: OpenAI['audio']['transcriptions']

  before(async () => {
    service = await runService()
    client = await Client.of(service)
    openai = clientOf(service, client.api)
    ;({ transcriptions } = openai.audio)
  })
  after(async () => service.close())

  test('transcribes into every format', async () => {
    const request = { file: fileOf(SPEECH), model: 'whisper-1', language: 'en-US' } as const
    const json = await transcriptions.create(request)
    openAiTranscriptionAnswer.parse(json)
    assert.match(json.text, /you speak/i)
    const verbose = await transcriptions.create({
      ...request,
      prompt: 'A greeting.',
      temperature: 0,
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    })
    openAiTranscriptionAnswer.parse(verbose)
    assert.partialDeepStrictEqual(verbose, { language: 'english', duration: 3 })
    assert.equal(verbose.segments?.map(({ text }) => text).join(' '), verbose.text)
    assert.equal(verbose.words?.map(({ word }) => word).join(' '), verbose.text)
    assert.equal(await transcriptions.create({ ...request, response_format: 'text' }), `${json.text}\n`)
    const srt = await transcriptions.create({ ...request, response_format: 'srt' })
    assert.match(srt, /^1\n00:00:00,\d+ --> 00:00:0[23],\d+\nYou speak/)
    const vtt = await transcriptions.create({ ...request, response_format: 'vtt' })
    assert.match(vtt, /^WEBVTT\n\n(?:1\n)?00:00:00\.\d+ --> /)
    assert.equal((await client.get<{ items: unknown[] }>('/v2/jobs?q=speak')).body.items.length, 5)
  })

  test('gets the text as events', async () => {
    const request = {
      file: fileOf(SPEECH),
      model: 'gpt-4o-transcribe',
      language: 'en',
      stream: true,
    } as const
    const events = []
    for await (const event of await transcriptions.create(request)) events.push(openAiEvent.parse(event))
    const last = events.pop()
    const deltas = events.map((event) =>
      event.type === 'transcript.text.delta' ? event.delta : assert.fail(),
    )
    assert.deepEqual(last, { type: 'transcript.text.done', text: deltas.join('') })
    assert.match(deltas.join(''), /you speak/i)
  })

  test('transcribes silence, names speakers, and returns English unchanged as its translation', async () => {
    const request = { ...MODEL, file: fileOf(SILENCE) }
    const verbose = await transcriptions.create({ ...request, response_format: 'verbose_json' })
    assert.deepEqual(verbose, {
      task: 'transcribe',
      language: '',
      duration: 0.2,
      text: '',
      segments: [],
      usage: { type: 'duration', seconds: 1 },
    })
    const diarized = await transcriptions.create({ ...request, response_format: 'diarized_json' })
    openAiTranscriptionAnswer.parse(diarized)
    assert.partialDeepStrictEqual(diarized, { text: '', segments: [] })
    const { file, model } = request
    const english = await openai.audio.translations.create({ file, model, response_format: 'verbose_json' })
    openAiTranslationAnswer.parse(english)
    assert.partialDeepStrictEqual(english, { task: 'translate', language: 'english', text: '', segments: [] })
    assert.deepEqual(await openai.audio.translations.create({ file, model }), { text: '' })
  })

  test('lists the names of models, each of which is accepted', async () => {
    const { data, object } = await openai.models.list()
    const models = openAiModels.parse({ data, object })
    for (const { id } of models.data) assert.equal((await openai.models.retrieve(id)).id, id)
    await assert.rejects(openai.models.retrieve('gpt-5'), NotFoundError)
  })

  test('reads the error for an unknown operation or a malformed path', async () => {
    for (const path of ['/v1/embeddings', '/v1/models/%']) {
      const { status, body } = await client.get<{ error: object }>(path)
      assert.equal(status, 404)
      assert.partialDeepStrictEqual(body.error, { type: 'invalid_request_error', code: 'not_found' })
    }
  })

  test('throws its own error classes, with the field at fault, and leaves no file', async () => {
    const kept = filesOnDisk(service)
    const file = fileOf(SILENCE)
    const refused = async (request: object, param: string, message: RegExp) => {
      const asked = transcriptions.create(request as TranscriptionCreateParamsNonStreaming)
      await assert.rejects(asked, (error) => {
        assert.ok(error instanceof BadRequestError)
        assert.equal(error.param, param)
        assert.match(error.message, message)
        assert.match(String(error.requestID), /^G-[0-9a-f]{8}$/)
        return error.type === 'invalid_request_error'
      })
    }
    await refused({ file }, 'model', /model: is required/)
    await refused({ file, model: 'gpt-5' }, 'model', /model: must be one of "scriptorium"/)
    await refused({ file, model: 'whisper-1', response_format: 'pdf' }, 'response_format', /must be one of/)
    await refused({ file, model: 'whisper-1', language: 'english' }, 'language', /did you mean "en"/)
    await refused({ file, model: 'whisper-1', prompt: 'a\0b' }, 'prompt', /prompt: /)
    const granularities = { timestamp_granularities: ['minute'] }
    await refused({ file, model: 'whisper-1', ...granularities }, 'timestamp_granularities', /must be one of/)
    await refused({ model: 'whisper-1', file: fileOf(Buffer.from('no audio')) }, 'file', /file: /)
    await refused({ model: 'whisper-1', stream: 'false' }, 'file', /a file in the form field "file"/)
    assert.deepEqual(filesOnDisk(service), kept)

    const stranger = clientOf({ url: service.url, key: 'no such key' }, client.api)
    await assert.rejects(stranger.models.list(), (error) => {
      assert.ok(error instanceof AuthenticationError)
      return error.code === 'invalid_api_key'
    })
    const reader = await client.send<{ key: string }>('POST', '/v2/keys', {
      body: { name: 'reader', scopes: ['read'] },
    })
    const reading = clientOf({ url: service.url, key: reader.body.key }, client.api)
    await assert.rejects(reading.audio.transcriptions.create(unstored(SILENCE)), PermissionDeniedError)
    const headers = { authorization: `Bearer ${service.key}` }
    const wrong = await client.send<{ error: object }>('POST', '/v1/audio/transcriptions', {
      body: {},
      headers,
    })
    assert.equal(wrong.status, 415)
    assert.partialDeepStrictEqual(wrong.body.error, { type: 'invalid_request_error', param: null })
  })

  test('gets the answer of the same job when it repeats a request with its idempotency key', async () => {
    const options = { headers: { 'Idempotency-Key': 'repeated' } }
    const request = { ...MODEL, file: fileOf(SILENCE) }
    const first = await transcriptions.create(request, options).withResponse()
    const kept = filesOnDisk(service)
    const again = await transcriptions.create(request, options).withResponse()
    assert.deepEqual(again.data, first.data)
    const id = first.response.headers.get('x-job-id')
    assert.equal(again.response.headers.get('x-job-id'), id)
    assert.equal(again.response.headers.get('idempotent-replayed'), 'true')
    const audited = service.log.filter((line) => line['msg'] === 'audit' && line['id'] === id)
    assert.deepEqual(
      audited.map(({ operation }) => operation),
      ['transcribeAudio'],
    )
    const other = { ...request, response_format: 'text' as const }
    await assert.rejects(transcriptions.create(other, options), (error: APIError) => error.status === 422)
    assert.deepEqual(filesOnDisk(service), kept)
  })

  test('leaves nothing of a job that is not stored', async () => {
    const [newest, kept] = [await newestJob(client), filesOnDisk(service)]
    assert.equal((await transcriptions.create(unstored(SILENCE))).text, '')
    assert.deepEqual(await newestJob(client), newest)
    assert.deepEqual(filesOnDisk(service), kept)
  })
})

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})

suite('while no node takes work', { skip: 'missing' in postgres && postgres.missing }, () => {
  let service: RunningService
  let client: Client
  let transcriptions: OpenAI['audio']['transcriptions']
  let databaseUrl: string

  before(async () => {
    if ('missing' in postgres) return
    const database = await freshDatabase(postgres.url, process.env['TEST_DATABASE_TEMPLATE'])
    databaseUrl = database.url
    const env = { ROLES: 'serve', OPENAI_SECONDS: '4', MAX_UPLOAD_MB: '1', LIMIT_OPEN_JOBS: '1' }
    service = await runService(env, undefined, { url: database.url, drop: database.stop })
    client = await Client.of(service)
    ;({ transcriptions } = clientOf(service, client.api).audio)
  })
  after(async () => service.close())

  test('a request times out with the id of its job, which continues, and can be repeated for its result', async () => {
    const repeated = { headers: { 'Idempotency-Key': 'repeated' } }
    const send = async () => transcriptions.create({ ...MODEL, file: fileOf(SILENCE) }, repeated)
    await assert.rejects(send(), (error) => {
      assert.ok(error instanceof InternalServerError)
      assert.equal(error.status, 504)
      assert.equal(error.headers.get('x-should-retry'), 'false')
      const [, id] = /job ([0-9a-f-]{36}) goes on/.exec(error.message) ?? []
      return error.headers.get('x-job-id') === id
    })
    const id = await queuedJob(client)
    const kept = filesOnDisk(service)
    await assert.rejects(transcriptions.create({ ...MODEL, file: fileOf(SILENCE) }), (error) => {
      assert.ok(error instanceof RateLimitError)
      assert.equal(error.headers.get('retry-after'), '10')
      return error.code === 'rate_limit_exceeded'
    })
    assert.deepEqual(filesOnDisk(service), kept)
    // As another node would.
    const store = await openTestStore(dialectOf({ dataDir: service.dataDir, databaseUrl }))
    await store.work.finish(id, { status: 'error', code: 422, message: 'The audio ends early.' })
    await store.close()
    await assert.rejects(send(), { status: 400, param: 'file', message: /The audio ends early/ })
    const audited = service.log.filter(({ msg }) => msg === 'audit')
    assert.deepEqual(
      audited.map((line) => [line['operation'], line['id']]),
      [['transcribeAudio', id]],
    )
  })

  test('a file that is too large is refused', async () => {
    const large = { ...MODEL, file: fileOf(Buffer.alloc(1_100_000)) }
    await assert.rejects(transcriptions.create(large), (error: APIError) => error.status === 413)
  })

  test('a job that is not stored is cancelled and deleted with its request', async () => {
    const [newest, kept] = [await newestJob(client), filesOnDisk(service)]
    await assert.rejects(transcriptions.create(unstored(SILENCE)), { status: 504 })
    assert.deepEqual(await newestJob(client), newest)
    assert.deepEqual(filesOnDisk(service), kept)
    const leaving = new AbortController()
    const waiting = transcriptions.create(unstored(SILENCE), { signal: leaving.signal })
    const left = queuedJob(client).then(async (id) => {
      const { request_params: params } = await client.job(id)
      // In case this node were killed now.
      assert.deepEqual(params.retention, { transcript_days: 1 })
      leaving.abort()
    })
    await assert.rejects(waiting, OpenAI.APIUserAbortError)
    await left
    await until(() => filesOnDisk(service).length <= kept.length)
    assert.deepEqual(await newestJob(client), newest)
  })
})

/** Waits for a queued job. @returns its id */
async function queuedJob(client: Client): Promise<string> {
  const job = async () => newestJob(client)
  return (await until(job, (is) => is?.status === 'queued'))!.id
}
