import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { audioToLlm as feature } from '../../../contract/features/audio-to-llm.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../../contract/pre-recorded-request.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { enrichment as audioToLlm } from './enrichment.ts'
import { enrich } from '../../runner/enrich.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import { OpenAi } from '../../../models/language/open-ai.ts'
import { fails } from '../../../platform/net/testing/replies.ts'
import {
  answers,
  chatServer,
  type ChatRequest,
  type Reply,
} from '../../../models/language/testing/chat-server.ts'
import { testContext } from '../../testing/context.ts'

function said(text: string, start = 0, more: Partial<Utterance> = {}): Utterance {
  const words = text.split(' ').map((word) => ({ word: ` ${word}`, start, end: start + 1, confidence: 1 }))
  return { text, start, end: start + 1, confidence: 1, channel: 0, language: 'en', words, ...more }
}

async function modelAt(t: TestContext, reply: Reply, maxCharacters = 1000, maxCalls = 100) {
  const server = await chatServer(t, reply)
  const openAi = new OpenAi({
    url: server.url,
    model: 'test',
    apiKey: null,
    maxCharacters,
    maxAnswerTokens: 100,
    timeoutSeconds: 5,
    concurrency: 2,
    maxCalls,
    retryPolicy: { retries: 1, firstDelayMs: 1, maxDelayMs: 1 },
  })
  return { server, model: openAi.forJob() }
}

async function asked(
  prompts: string[],
  utterances: Utterance[],
  languageModel: LanguageModel | null,
  failures: unknown[] = [],
) {
  const request = preRecordedRequest.parse({
    audio_url: 'https://example.com/a',
    audio_to_llm: true,
    audio_to_llm_config: { prompts },
  })
  const transcription = { full_transcript: '', languages: ['en' as const], utterances }
  const onFailure = (_name: string, error: unknown) => failures.push(error)
  const context = { ...testContext({ languageModel }), onFailure }
  const { audio_to_llm: module } = await enrich(transcription, preRecordedParamsOf(request), context)
  return feature.result.parse(module)
}

const taskOf = ({ body: { messages } }: ChatRequest) =>
  /Task: (.*)/.exec(messages[0]?.content ?? '')?.[1] ?? ''
const materialOf = ({ body: { messages } }: ChatRequest) =>
  (messages[1]?.content ?? '').split('\n').slice(1, -1).join('\n')

test('prompts are answered separately, in order', async (t) => {
  const { server, model } = await modelAt(
    t,
    answers((request) => ({ response: `${taskOf(request)}: ${materialOf(request)}` })),
  )
  const module = await asked(['Who?', 'When?'], [said('Ada spoke. Bob left.')], model)
  assert.equal(module.success, true)
  assert.equal(module.is_empty, false)
  assert.deepEqual(
    module.results?.map(({ results }) => results),
    [
      { prompt: 'Who?', response: 'Who?: Ada spoke.\nBob left.' },
      { prompt: 'When?', response: 'When?: Ada spoke.\nBob left.' },
    ],
  )
  assert.equal(server.requests.length, 2)
})

test('a failed prompt does not affect the others, and its cause is logged', async (t) => {
  const { model } = await modelAt(t, (response, request) => {
    const reply =
      taskOf(request) === 'fail' ? fails(400, 'the reason') : answers(() => ({ response: 'fine' }))
    reply(response, request)
  })
  const failures: unknown[] = []
  const module = await asked(['work', 'fail', 'work too'], [said('Hello.')], model, failures)
  assert.deepEqual(
    module.results?.map((one) => one.results?.response ?? one.error?.exception),
    ['fine', 'EnrichmentError', 'fine'],
  )
  const [failure] = failures
  assert(failure instanceof EnrichmentError && failure.cause instanceof Error)
  assert.match(failure.cause.message, /the reason/)
})

test('without a language model, the error says so', async () => {
  const module = await asked(['Who?'], [said('Hello.')], null)
  assert.equal(module.error?.exception, 'NotAvailableError')
  assert.equal(module.error?.status_code, 501)
  assert.match(module.error?.message ?? '', /needs a language model, which this service does not have/)
})

test('no requests are made for an empty transcript', async (t) => {
  const { server, model } = await modelAt(t, fails(500))
  const module = await asked(['Who?'], [], model)
  assert.equal(module.is_empty, true)
  assert.equal(module.results?.[0]?.results?.response, '')
  assert.equal(server.requests.length, 0)
})

test('the model receives the speaker or channel of each line', async (t) => {
  const { model } = await modelAt(
    t,
    answers((request) => ({ response: materialOf(request) })),
  )
  const spoken = async (...utterances: Utterance[]) =>
    (await asked(['Who?'], utterances, model)).results?.[0]?.results?.response
  assert.equal(
    await spoken(said('Hello. Hi.', 0, { speaker: 0 }), said('Bye.', 5, { speaker: 1, channel: 1 })),
    'Speaker 0: Hello.\nSpeaker 0: Hi.\nSpeaker 1: Bye.',
  )
  assert.equal(
    await spoken(said('Hello.'), said('Bye.', 5, { channel: 1 })),
    'Channel 0: Hello.\nChannel 1: Bye.',
  )
})

/** A model that lists the codes in the text it receives. */
const codes = answers((request) => ({ response: (materialOf(request).match(/C\d+/g) ?? []).join(' ') }))

function codeSpeech(sentences: number): Utterance[] {
  return Array.from({ length: sentences }, (_, index) =>
    said(`This is something long about code C${index}.`, index * 2, { speaker: index % 2 }),
  )
}

test('a long transcript is split between sentences, and the answers are merged', async (t) => {
  const { server, model } = await modelAt(t, codes, 300)
  const module = await asked(['List the codes'], codeSpeech(60), model)
  const expected = Array.from({ length: 60 }, (_, index) => `C${index}`).join(' ')
  assert.equal(module.results?.[0]?.results?.response, expected)
  const materials = server.requests.map(materialOf)
  assert(materials.every((material) => material.length <= 300))
  // 60 sentences of about 50 characters, 5 per part; 12 answers of about 30 characters, merged by further questions.
  const ofTranscript = materials.filter((material) => material.startsWith('Speaker'))
  assert(ofTranscript.length >= 10 && ofTranscript.length <= 13, `${ofTranscript.length} parts`)
  assert(ofTranscript.every((material) => material.endsWith('.')))
  assert(materials.length - ofTranscript.length >= 2)
})

test('merging terminates even if every answer has the maximum length', async (t) => {
  const { server, model } = await modelAt(
    t,
    answers(() => ({ response: 'long '.repeat(100) })),
    300,
  )
  const module = await asked(['Say much'], codeSpeech(60), model)
  assert.equal(module.results?.[0]?.success, true)
  assert(server.requests.length < 30)
})

test('parts without an answer are left out of merging', async (t) => {
  const { server, model } = await modelAt(
    t,
    answers((request) => ({ response: /C7\b/.exec(materialOf(request))?.[0] ?? '' })),
    300,
  )
  const speech = codeSpeech(20)
  const module = await asked(['Where is C7?'], speech, model)
  assert.equal(module.results?.[0]?.results?.response, 'C7')
  assert.equal(materialOf(server.requests.at(-1) ?? assert.fail()), 'Part 1:\nC7')
  const nothing = await asked(['Where is C7?'], speech.slice(8), model)
  assert.deepEqual([nothing.is_empty, nothing.results?.[0]?.is_empty], [true, true])
})

test('each prompt beyond the request limit of a job fails with an error that names it', async (t) => {
  const { server, model } = await modelAt(t, codes, 300, 5)
  const module = await asked(['List the codes'], codeSpeech(60), model)
  assert.match(module.results?.[0]?.error?.message ?? '', /limit of 5 requests/)
  assert(server.requests.length <= 5)
})

test('if one part fails, the requests for the others are aborted', async () => {
  const fault = new EnrichmentError(502, 'no')
  const others: Promise<unknown>[] = []
  const ask: LanguageModel['ask'] = async ({ text }, signal) => {
    if (text.includes('C0.')) throw fault
    const stopped = once(signal, 'abort').then(() => signal.reason as unknown)
    others.push(stopped)
    throw await stopped
  }
  const model = { maxCharacters: 300, ask }
  const module = await asked(['List the codes'], codeSpeech(60), model)
  assert.equal(module.results?.[0]?.error?.message, 'no')
  assert(others.length > 5)
  assert.deepEqual(new Set(await Promise.all(others)), new Set([fault]))
})

test('an abort rejects with its reason', async (t) => {
  const controller = new AbortController()
  const reason = new Error('the job was deleted')
  const { model } = await modelAt(t, () => controller.abort(reason))
  const transcription = { full_transcript: '', languages: [], utterances: [said('Hello.')] }
  const context = testContext({ languageModel: model, signal: controller.signal })
  await assert.rejects(async () => audioToLlm.run(transcription, { prompts: ['Who?'] }, context), reason)
})
