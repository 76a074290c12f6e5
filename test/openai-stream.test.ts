/** Text sent to OpenAI clients while a job is in progress. */
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import OpenAI from 'openai'
import type { TranscriptionStreamEvent } from 'openai/resources/audio/transcriptions'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { openAiEvent } from '../src/contract/openai.ts'
import { fails, type Reply } from '../src/platform/net/testing/replies.ts'
import { speechServer, transcribes } from '../src/speech/testing/speech-server.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { cutSample } from './support/sample.ts'

/** Two segments of speech of about 2 s and 4 s: the pause between them is longer than a segment may contain. */
const SPEECH = cutSample(0, 2)
const LONGER = cutSample(0, 4)
const TWICE = (() => {
  const pause = Buffer.alloc(4 * 32_000)
  const header = 44
  const wav = Buffer.concat([SPEECH, pause, LONGER.subarray(header)])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - header, 40)
  return wav
})()

/** Answers with words and their times, which need no alignment. */
const says = (text: string) => {
  const words = text.split(' ').map((word, at) => ({ word, start: 0.5 + at / 2, end: 0.9 + at / 2 }))
  return transcribes({ text, words })
}

let first: Reply | Promise<Reply> = says('Hello there.')
/** The answer for the second segment, given once the client has the text of the first. */
let second = Promise.withResolvers<Reply>()
// Told apart by length: both are sent at once, and either may arrive first.
const server = await speechServer({ after }, async ({ samples }) =>
  samples.length < 3 * SAMPLE_RATE ? first : second.promise,
)

suite('the text of a job in progress', () => {
  let service: RunningService
  let client: Client
  let transcriptions: OpenAI['audio']['transcriptions']

  before(async () => {
    service = await runService({ SPEECH_URL: server.url, SPEECH_MODEL: 'big' })
    client = await Client.of(service)
    ;({ transcriptions } = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key }).audio)
  })
  after(async () => service.close())
  afterEach(() => {
    first = says('Hello there.')
    second = Promise.withResolvers()
  })

  const stream = async (fields: object = {}, options: object = {}) => {
    const file = new File([TWICE], 'talk.wav')
    const request = { file, model: 'whisper-1', language: 'en', stream: true, ...fields } as const
    const { data, response } = await transcriptions.create(request, options).withResponse()
    return { id: response.headers.get('x-job-id')!, events: data[Symbol.asyncIterator]() }
  }
  const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text })
  const next = async (events: AsyncIterator<TranscriptionStreamEvent>) => {
    const { value, done } = await events.next()
    return done === true ? null : openAiEvent.parse(value)
  }

  test('is sent as it is recognised, also to a client that connects later', async () => {
    const options = { headers: { 'Idempotency-Key': 'later' } }
    const { id, events } = await stream({}, options)
    assert.deepEqual(await next(events), delta('Hello there.'))
    assert.equal((await client.job(id)).status, 'processing')
    const later = await stream({}, options)
    assert.equal(later.id, id)
    assert.deepEqual(await next(later.events), delta('Hello there.'))
    second.resolve(says('And goodbye.'))
    for (const each of [events, later.events]) {
      assert.deepEqual(await next(each), delta(' And goodbye.'))
      const text = 'Hello there. And goodbye.'
      assert.deepEqual(await next(each), { type: 'transcript.text.done', text })
      assert.equal(await next(each), null)
    }
  })

  test('of a job that is not stored ends when the job is deleted', async () => {
    const { id, events } = await stream({ store: 'false' })
    assert.deepEqual(await next(events), delta('Hello there.'))
    second.resolve(says(''))
    assert.deepEqual(await next(events), { type: 'transcript.text.done', text: 'Hello there.' })
    assert.equal((await client.get(`/v2/jobs/${id}`)).status, 404)
  })

  test('ends with the error of a job that fails after the first text', async () => {
    const { events } = await stream()
    assert.deepEqual(await next(events), delta('Hello there.'))
    second.resolve(fails(401))
    await assert.rejects(next(events), (error) => {
      assert.ok(error instanceof OpenAI.APIError)
      assert.match(error.message, /rejected the API key/)
      return error.type === 'server_error'
    })
  })

  test('is replaced by the status of a job that fails earlier', async () => {
    second.resolve(fails(401))
    first = second.promise
    await assert.rejects(stream(), { status: 500, message: /rejected the API key/ })
  })
})
