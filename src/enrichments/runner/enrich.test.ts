import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { feature } from '../../contract/features/feature.ts'
import { customSpelling } from '../../contract/features/custom-spelling.ts'
import { FEATURES } from '../../contract/features/index.ts'
import { moderation } from '../../contract/features/moderation.ts'
import { moduleResult } from '../../contract/features/module-result.ts'
import { subtitles } from '../../contract/features/subtitles.ts'
import { summarization } from '../../contract/features/summarization.ts'
import { preRecordedRequest, preRecordedParamsOf } from '../../contract/pre-recorded-request.ts'
import { transcriptionResult } from '../../contract/result.ts'
import type { Transcription } from '../../contract/transcript.ts'
import { enrich, type EnrichmentRun } from './enrich.ts'
import { defineEnrichment, type Enrichment } from '../enrichment.ts'
import { EnrichmentError, NotAvailableError } from '../../contract/features/enrichment-error.ts'
import { type Enrichments, enrichments } from './enrichments.ts'
import { enrichment as sentences } from '../features/sentences/enrichment.ts'
import { only, testContext } from '../testing/context.ts'

const transcription: Transcription = {
  full_transcript: 'Hello there. How are you?',
  languages: ['en'],
  utterances: [
    {
      text: 'Hello there. How are you?',
      start: 0,
      end: 2,
      confidence: 1,
      channel: 0,
      language: 'en',
      words: ['Hello', ' there.', ' How', ' are', ' you?'].map((word, index) => ({
        word,
        start: index * 0.4,
        end: index * 0.4 + 0.4,
        confidence: 1,
      })),
    },
  ],
}

/** Enriches the transcript above, and checks the result against the contract. */
async function enriched(
  features: Record<string, unknown>,
  available?: Enrichments,
  signal = new AbortController().signal,
) {
  const params = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'https://example.com/a', ...features }),
  )
  const failures: unknown[] = []
  const runs: EnrichmentRun[] = []
  const onFailure = (_: string, error: unknown) => failures.push(error)
  const context = { ...testContext({ audioDuration: 3, signal }), onFailure }
  const result = await enrich(transcription, params, context, { available, onEnded: (run) => runs.push(run) })
  const metadata = {
    audio_duration: 3,
    number_of_distinct_channels: 1,
    billing_time: 3,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  transcriptionResult.parse({ metadata, ...result })
  return { result, failures, runs }
}

test('a feature that was not requested is absent from the result', async () => {
  const { result } = await enriched({ punctuation_enhanced: true, context_prompt: 'A greeting.' })
  assert.deepEqual(result, { transcription })
})

test('sentences are a module of the result and part of the transcription', async () => {
  const { result } = await enriched({ sentences: true })
  const { exec_time: execTime, ...module } = result.sentences ?? assert.fail('no module')
  assert.ok(execTime >= 0 && execTime < 10)
  assert.deepEqual(module, {
    success: true,
    is_empty: false,
    error: null,
    results: ['Hello there.', 'How are you?'],
  })
  assert.deepEqual(result.transcription, { ...transcription, sentences: [result.sentences] })
})

test('subtitles are part of the transcription, one per format, in the requested order', async () => {
  const { result } = await enriched({ subtitles: true, subtitles_config: { formats: ['vtt', 'srt'] } })
  assert.deepEqual(Object.keys(result), ['transcription'])
  assert.deepEqual(result.transcription.subtitles, [
    { format: 'vtt', subtitles: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello there. How are you?\n' },
    { format: 'srt', subtitles: '1\n00:00:00,000 --> 00:00:02,000\nHello there. How are you?\n' },
  ])
})

test('a feature that is not available says so, and the others are unaffected', async () => {
  const missing = new NotAvailableError('This version does not have moderation. Send the request without it.')
  const available = only(failing(moderation, missing), sentences)
  const { result, failures } = await enriched({ sentences: true, moderation: true }, available)
  const failed = result.moderation
  assert.deepEqual(failed, {
    success: false,
    is_empty: true,
    exec_time: failed?.exec_time,
    error: {
      status_code: 501,
      exception: 'NotAvailableError',
      message: 'This version does not have moderation. Send the request without it.',
    },
    results: null,
  })
  assert.equal(failures.length, 1)
  assert.equal(result.sentences?.success, true)
})

test('every feature of the contract is implemented', async () => {
  for (const declaration of FEATURES) {
    const enrichment = await enrichments.load(declaration)
    assert.equal(enrichment.feature, declaration)
  }
})

test('a new feature runs like the others', async () => {
  const wordCount = feature({
    name: 'word_count',
    description: 'Count the words.',
    phase: 'analysis',
    config: z.object({ minimum_length: z.int().default(1) }),
    result: moduleResult('WordCount', 'The number of words.', { results: z.int() }),
  })
  const enrichment = defineEnrichment(wordCount, {
    run({ utterances }, { minimum_length: minimum }) {
      const words = utterances.flatMap((utterance) => utterance.words.map(({ word }) => word.trim()))
      const results = words.filter(({ length }) => length >= minimum).length
      return { module: { is_empty: results === 0, results } }
    },
  })
  const run = async (params: object): Promise<object> =>
    enrich(transcription, params, testContext(), { available: only(enrichment) })
  const result = await run({ word_count: true, word_count_config: { minimum_length: 5 } })
  assert.partialDeepStrictEqual(result, { word_count: { success: true, is_empty: false, results: 2 } })
  const withDefaults = await run({ word_count: true })
  assert.partialDeepStrictEqual(withDefaults, { word_count: { results: 5 } })
})

const failing = (declaration: typeof moderation | typeof subtitles, error: Error): Enrichment =>
  defineEnrichment(declaration, { run: () => Promise.reject(error) })

test('an enrichment that throws fails alone, and its error reaches only the log', async () => {
  const inner = new TypeError('cannot read /var/lib/secret')
  const available = only(failing(moderation, inner), failing(subtitles, inner), sentences)
  const features = { sentences: true, moderation: true, subtitles: true }
  const { result, failures } = await enriched(features, available)
  assert.deepEqual(result.moderation?.error, {
    status_code: 500,
    exception: 'InternalError',
    message: 'moderation failed because of a fault of this service. The rest of the result is not affected.',
  })
  assert.equal(result.transcription.subtitles, undefined)
  assert.equal(result.sentences?.success, true)
  assert.deepEqual(failures, [inner, inner])
})

test('the end of each enrichment is reported, with whether it failed', async () => {
  const { runs } = await enriched(
    { sentences: true, moderation: true },
    only(failing(moderation, new Error('no')), sentences),
  )
  const outcomes = new Map(runs.map(({ name, isFailed }) => [name, isFailed]))
  assert.deepEqual(
    outcomes,
    new Map([
      ['sentences', false],
      ['moderation', true],
    ]),
  )
  assert.deepEqual(
    runs.map(({ fraction }) => fraction),
    [0.5, 1],
  )
  assert.ok(runs.every(({ startedAt, endedAt }) => startedAt <= endedAt))
})

test('an EnrichmentError reaches the caller with its own message', async () => {
  const error = new EnrichmentError(424, 'Set LLM_URL to the address of a language model.')
  const { result } = await enriched({ moderation: true }, only(failing(moderation, error)))
  assert.deepEqual(result.moderation?.error, {
    status_code: 424,
    exception: 'EnrichmentError',
    message: 'Set LLM_URL to the address of a language model.',
  })
})

test('a later phase reads the output of an earlier one', async () => {
  const rewriter = defineEnrichment(customSpelling, {
    run: ({ utterances }) => ({
      transcription: { utterances: utterances.map((one) => ({ ...one, words: [], text: 'Goodbye.' })) },
    }),
  })
  const features = {
    sentences: true,
    custom_spelling: true,
    custom_spelling_config: { spelling_dictionary: {} },
  }
  const { result } = await enriched(features, only(sentences, rewriter))
  assert.deepEqual(result.sentences?.results, ['Goodbye.'])
})

test('enrichments of one phase run concurrently', async () => {
  const { promise: met, resolve: meet } = Promise.withResolvers<void>()
  const module = { is_empty: true, results: '' }
  const waits = defineEnrichment(moderation, { run: () => met.then(() => ({ module })) })
  const goes = defineEnrichment(summarization, {
    run() {
      meet()
      return { module }
    },
  })
  const { result } = await enriched({ moderation: true, summarization: true }, only(waits, goes))
  assert.ok(result.moderation?.success && result.summarization?.success)
})

test('an aborted enrichment rejects with the reason', async () => {
  const reason = new Error('the worker is stopping')
  await assert.rejects(enriched({ sentences: true }, undefined, AbortSignal.abort(reason)), reason)
})
