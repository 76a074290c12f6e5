/** Jobs with a speech server that works, one that misbehaves, and one that is unreachable for a while. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { PreRecordedJob } from '../src/contract/job.ts'
import {
  breaksOff,
  drips,
  fails,
  hangs,
  type Reply,
  resets,
  sends,
} from '../src/platform/net/testing/replies.ts'
import { speechServer, transcribes } from '../src/speech/testing/speech-server.ts'
import type { System } from '../src/contract/system.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { cutSample } from './support/sample.ts'

const KEY = 'sk-secret'
const HELLO = {
  task: 'transcribe',
  language: 'english',
  duration: 2.4,
  text: 'Hello there.',
  words: [
    { word: 'Hello', start: 0.5, end: 0.9 },
    { word: 'there', start: 0.9, end: 1.4 },
  ],
}
/** Seconds of speech. */
const AUDIO = cutSample(0, 2.4)

/** The reply of the server, by the prompt of the job. */
const replies = new Map<string, Reply>()

const server = await speechServer({ after }, ({ prompt }) => replies.get(prompt) ?? hangs)

function serviceWith(env: Record<string, string>): {
  service: RunningService
  client: Client
  audio: string
} {
  const parts = {} as { service: RunningService; client: Client; audio: string }
  before(async () => {
    const SPEECH = { SPEECH_URL: server.url, SPEECH_MODEL: 'big', SPEECH_API_KEY: KEY }
    parts.service = await runService({ ...SPEECH, ...env })
    parts.client = await Client.of(parts.service)
    parts.audio = (await parts.client.upload(AUDIO)).audio_url
  })
  after(async () => parts.service.close())
  return parts
}

const request = (audio_url: string, context_prompt: string, language = 'en') => ({
  audio_url,
  context_prompt,
  language_config: { languages: [language] },
})

function wordsOf(job: PreRecordedJob): string[] {
  assert.equal(job.status, 'done', JSON.stringify(job))
  return job.result?.transcription?.utterances.flatMap(({ words }) => words.map(({ word }) => word)) ?? []
}

interface Misbehaviour {
  readonly reply: Reply
  readonly code: number
  readonly says: RegExp
}

const wrong = (reply: Reply, code: number, says: RegExp): Misbehaviour => ({ reply, code, says })
const FORMAT = /did not answer in the format expected/
const AGAIN = /Send the job again later/

const MISBEHAVIOURS: Record<string, Misbehaviour> = {
  'rejects the key': wrong(fails(401, `no such key: ${KEY}`), 502, /rejected the API key/),
  'forbids the request': wrong(fails(403), 502, /rejected the API key/),
  'does not know the model': wrong(fails(404), 502, /model .* was not found/),
  'finds the audio too large': wrong(fails(413), 502, /does not accept the audio/),
  'does not know the type of the audio': wrong(fails(415), 502, /does not accept the audio/),
  'rejects every format': wrong(fails(400, 'no'), 502, /rejected the request/),
  'cannot process the request': wrong(fails(422, 'no'), 502, /rejected the request/),
  redirects: wrong(sends('', 302, { location: 'http://127.0.0.1:1/' }), 502, FORMAT),
  'answers with HTML': wrong(sends('<html>hi</html>', 200, { 'content-type': 'text/html' }), 502, FORMAT),
  'answers without a text': wrong(transcribes({ words: HELLO.words }), 502, FORMAT),
  'answers with a text that is none': wrong(transcribes({ text: ['Hello'] }), 502, FORMAT),
  'answers with null': wrong(sends('null'), 502, FORMAT),
  'answers with a text of a book': wrong(transcribes({ text: 'Hello '.repeat(10_000) }), 502, FORMAT),
  'answers with megabytes': wrong(sends(' '.repeat(1_100_000)), 502, FORMAT),
  'answers in another language': wrong(
    transcribes({ ...HELLO, language: 'German' }),
    502,
    /language of the job/,
  ),
  'reports a wrong key with status 200': wrong(
    sends(JSON.stringify({ error: { code: 401, message: 'no' } })),
    502,
    /rejected the API key/,
  ),
  'answers with cut JSON': wrong(sends('{"text": "Hel'), 502, /damaged.*again later/),
  fails: wrong(fails(500, 'CUDA out of memory'), 502, AGAIN),
  'times out': wrong(fails(408), 502, AGAIN),
  'is overloaded': wrong(fails(429, 'wait', { 'retry-after': '3600' }), 503, AGAIN),
  'resets the connection': wrong(resets, 502, AGAIN),
  'breaks off': wrong(breaksOff, 502, AGAIN),
  hangs: wrong(hangs, 504, /within 5 s.*again later/),
  'sends a byte now and then': wrong(drips, 504, /within 5 s.*again later/),
}

suite('a service with a speech server and no patience', () => {
  const parts = serviceWith({
    SPEECH_LANGUAGES: 'en,de',
    // A working server may need a second on a busy machine.
    SPEECH_TIMEOUT_SECONDS: '5',
    SPEECH_PATIENCE_SECONDS: '0',
  })
  const jobs = new Map<string, string>()
  before(async () => {
    for (const [what, { reply }] of Object.entries(MISBEHAVIOURS)) {
      replies.set(what, reply)
      jobs.set(what, await parts.client.create(request(parts.audio, what)))
    }
  })

  for (const [what, { code, says }] of Object.entries(MISBEHAVIOURS))
    test(`ends a job as documented when the server ${what}`, async () => {
      const job = await parts.client.ended(jobs.get(what)!)
      assert.equal(job.status, 'error', JSON.stringify(job.result))
      assert.equal(job.error_code, code)
      const { result: _, request_params: __, ...own } = job
      assert.match(JSON.stringify(own), says)
      assert.doesNotMatch(JSON.stringify(own), /127\.0\.0\.1|secret|SPEECH_|HTTP/)
    })

  test('logs the cause and the remedy, without the key', () => {
    const log = JSON.stringify(parts.service.log)
    for (const said of ['CUDA out of memory', 'Check SPEECH_API_KEY', 'no such key: ***', 'SPEECH_LANGUAGES'])
      assert.ok(log.includes(said), said)
    assert.doesNotMatch(log, new RegExp(KEY))
  })

  test('recognises the next job with the same process', async () => {
    replies.set('works', transcribes(HELLO))
    const job = await parts.client.ended(await parts.client.create(request(parts.audio, 'works')))
    assert.deepEqual(wordsOf(job), ['Hello', ' there.'])
    assert.equal(server.requests.at(-1)?.fields.get('language'), 'en')
  })

  test('names the server in the state of the service', async () => {
    const { body } = await parts.client.get<System>('/v2/system')
    assert.deepEqual(body.speech_server, { model: 'big', languages: ['en', 'de'] })
  })
})

suite('a service with a speech server and patience', () => {
  const parts = serviceWith({ SPEECH_TIMEOUT_SECONDS: '60', SPEECH_PATIENCE_SECONDS: '60' })

  test('ends a job once the server is back', async () => {
    let attempts = 0
    replies.set('returns', (response) => (++attempts < 3 ? resets : transcribes(HELLO))(response))
    const job = await parts.client.ended(await parts.client.create(request(parts.audio, 'returns')))
    assert.deepEqual(wordsOf(job), ['Hello', ' there.'])
    assert.equal(attempts, 3)
  })

  test('aborts the request of a job that is cancelled', async () => {
    const requested = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    replies.set('waits', (response) => {
      response.once('close', () => closed.resolve())
      requested.resolve()
    })
    const id = await parts.client.create(request(parts.audio, 'waits'))
    await requested.promise
    await parts.client.send('POST', `/v2/jobs/${id}/cancel`)
    await closed.promise
    assert.equal((await parts.client.job(id)).status, 'error')
  })
})
