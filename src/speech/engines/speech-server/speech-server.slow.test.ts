import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { languageCode } from '../../../contract/languages.ts'
import type { Word } from '../../../contract/transcript.ts'
import {
  breaksOff,
  drips,
  fails,
  hangs,
  type Reply,
  resets,
  sends,
} from '../../../platform/net/testing/replies.ts'
import { RecogniserError } from '../../recogniser-error.ts'
import { tone } from '../../testing/signals.ts'
import { speechServer, transcribes } from '../../testing/speech-server.ts'
import type { SpeechServerSettings } from './settings.ts'
import { SpeechServer } from './speech-server.ts'

const SAMPLES = tone(2, 440)
const ALIGNED: Word[] = [{ word: ' aligned', start: 0, end: 1, confidence: 0.5 }]
const HELLO = {
  text: 'Hello there.',
  language: 'english',
  words: [
    { word: 'Hello', start: 0.1, end: 0.5 },
    { word: 'there', start: 0.5, end: 1.2 },
  ],
  segments: [{ avg_logprob: Math.log(0.9), text: 'Hello there.' }],
}
const HELLO_WORDS = [
  { word: ' Hello', start: 0.1, end: 0.5 },
  { word: ' there.', start: 0.5, end: 1.2 },
]

function engineAt(url: string, given: Partial<SpeechServerSettings> = {}): SpeechServer {
  const settings = {
    url,
    model: 'big',
    apiKey: 'sk-secret',
    languages: languageCode.options,
    concurrency: 4,
    timeoutSeconds: 20,
    patienceSeconds: 20,
    ...given,
  }
  return new SpeechServer(settings, async () => ({ align: async () => ALIGNED }))
}

/** An engine whose server sends these replies in turn, repeating the last one. */
async function served(t: TestContext, ...replies: Reply[]) {
  const server = await speechServer(t, () => replies[Math.min(server.requests.length, replies.length) - 1]!)
  return { server, engine: engineAt(server.url) }
}

function assertHello(words: readonly Word[]): void {
  assert.deepEqual(
    words.map(({ word, start, end }) => ({ word, start, end })),
    HELLO_WORDS,
  )
  for (const { confidence } of words) assert.ok(Math.abs(confidence - 0.9) < 1e-9)
}

suite('SpeechServer', () => {
  test('sends speech as WAV in the format of the protocol, and returns the words of the response', async (t) => {
    const { server, engine } = await served(t, transcribes(HELLO))
    assertHello(await engine.recognise(SAMPLES, 'en', { prompt: 'A greeting' }))
    const [{ path, headers, fields, samples } = assert.fail()] = server.requests
    assert.equal(path, '/v1/audio/transcriptions')
    assert.equal(headers.authorization, 'Bearer sk-secret')
    assert.deepEqual(
      [...fields].filter(([name]) => name !== 'file'),
      [
        ['model', 'big'],
        ['language', 'en'],
        ['prompt', 'A greeting'],
        ['response_format', 'verbose_json'],
        ['timestamp_granularities[]', 'word'],
        ['timestamp_granularities[]', 'segment'],
      ],
    )
    assert.equal(samples.length, SAMPLES.length)
    assert.ok(samples.every((sample, i) => Math.abs(sample - SAMPLES[i]!) < 1e-4))
  })

  test('accepts words inside segments', async (t) => {
    const { words, ...rest } = HELLO
    const { engine } = await served(t, transcribes({ ...rest, segments: [{ ...HELLO.segments[0], words }] }))
    assertHello(await engine.recognise(SAMPLES, 'en'))
  })

  const WITHOUT_TIMES: Record<string, object> = {
    'has no words': { text: 'Hello there.' },
    'has no words but null': { ...HELLO, words: null, segments: null },
    'has words of another type': { ...HELLO, words: ['Hello', 'there'] },
    'has times of another type': { ...HELLO, words: [{ word: 'Hello there', start: '0.1', end: {} }] },
    'has no times but null': { ...HELLO, words: [{ word: 'Hello there', start: null, end: null }] },
    'has words out of order': { ...HELLO, words: HELLO.words.toReversed() },
    'has words beyond the audio': { ...HELLO, words: [{ word: 'Hello there', start: 28, end: 29 }] },
    'has a language and segments of another type': { text: 'Hello there.', language: 7, segments: 'none' },
  }
  for (const [what, answer] of Object.entries(WITHOUT_TIMES))
    test(`aligns the text of a response that ${what}`, async (t) => {
      const { engine } = await served(t, transcribes(answer))
      const words = await engine.recognise(SAMPLES, 'en')
      assert.deepEqual(
        words.map(({ word }) => word),
        [' aligned'],
      )
    })

  test('returns no words if the server found none, whatever the language', async (t) => {
    const { engine } = await served(t, transcribes({ text: ' \n', language: 'welsh', words: [] }))
    assert.deepEqual(await engine.recognise(SAMPLES, 'en'), [])
  })

  test('requests the most useful format that the server supports, and remembers it', async (t) => {
    const rejects = fails(400, 'verbose_json is not compatible with this model')
    const { server, engine } = await served(t, rejects, rejects, transcribes({ text: 'Hello' }))
    assert.deepEqual(await engine.recognise(SAMPLES, 'en'), ALIGNED)
    await engine.recognise(SAMPLES, 'en')
    assert.deepEqual(
      server.requests.map(({ fields }) => [
        fields.get('response_format'),
        fields.getAll('timestamp_granularities[]').length,
      ]),
      [
        ['verbose_json', 2],
        ['verbose_json', 0],
        ['json', 0],
        ['json', 0],
      ],
    )
  })

  test('retries a request while its failure may be transient', async (t) => {
    const wait = fails(429, 'wait', { 'retry-after': '0' })
    const { server, engine } = await served(t, resets, wait, transcribes(HELLO))
    assertHello(await engine.recognise(SAMPLES, 'en'))
    assert.equal(server.requests.length, 3)
  })

  test('reports signs of life while it waits', async (t) => {
    const alive = Promise.withResolvers<void>()
    const server = await speechServer(t, async () => {
      await alive.promise
      return transcribes(HELLO)
    })
    assertHello(await engineAt(server.url).recognise(SAMPLES, 'en', { onWaiting: () => alive.resolve() }))
  })

  test('an abort ends the request', async (t) => {
    const controller = new AbortController()
    const reason = new Error('cancelled')
    const server = await speechServer(t, () => {
      controller.abort(reason)
      return hangs
    })
    const recognising = engineAt(server.url).recognise(SAMPLES, 'en', { signal: controller.signal })
    await assert.rejects(recognising, reason)
    await server.closed()
  })

  const IMPATIENT: Record<string, [reply: Reply, status: number]> = {
    'never answers': [hangs, 504],
    'never completes its answer': [drips, 504],
    'closes the connection': [resets, 502],
    'breaks off its answer': [breaksOff, 502],
    'asks for more time than there is patience': [fails(429, 'wait', { 'retry-after': '3600' }), 503],
    'sends invalid JSON': [sends('{"text": "Hello", "words": [NaN'), 502],
  }
  for (const [what, [reply, status]] of Object.entries(IMPATIENT))
    test(`fails once the patience with a server that ${what} runs out`, async (t) => {
      const server = await speechServer(t, () => reply)
      const engine = engineAt(server.url, { timeoutSeconds: 0.2, patienceSeconds: 0.3 })
      const error: unknown = await engine.recognise(SAMPLES, 'en').catch((reason: unknown) => reason)
      assert.ok(error instanceof RecogniserError, String(error))
      assert.equal(error.statusCode, status)
      assert.ok(server.requests.length >= 2)
    })
})
