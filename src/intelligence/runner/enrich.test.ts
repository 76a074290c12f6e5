import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  preRecordedParams,
  preRecordedRequest,
  preRecordedParamsOf,
} from '../../contract/pre-recorded-request.ts'
import { transcriptionResult } from '../../contract/result.ts'
import type { Transcription } from '../../contract/transcript.ts'
import { enrich } from './enrich.ts'
import type { Enrichment } from '../enrichment.ts'
import { EnrichmentError, NotAvailableError } from '../enrichment-error.ts'
import { registry } from './registry.ts'
import { sentences } from '../enrichments/sentences/sentences.ts'
import { testContext } from '../testing/context.ts'

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

/** Enriches the transcript above, and checks what comes back against the contract. */
async function enriched(
  features: Record<string, unknown>,
  stages?: readonly (readonly Enrichment[])[],
  signal = new AbortController().signal,
) {
  const params = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'https://example.com/a', ...features }),
  )
  const failures: unknown[] = []
  const onFailure = (_: string, error: unknown) => failures.push(error)
  const context = { ...testContext({ audioDuration: 3, signal }), onFailure }
  const result = await enrich(transcription, params, context, stages)
  const metadata = {
    audio_duration: 3,
    number_of_distinct_channels: 1,
    billing_time: 3,
    transcription_time: 1,
  }
  transcriptionResult.parse({ metadata, ...result })
  return { result, failures }
}

test('what was not asked for is absent', async () => {
  const { result } = await enriched({ punctuation_enhanced: true, context_prompt: 'A greeting.' })
  assert.deepEqual(result, { transcription })
})

test('sentences stand beside the transcription and in it', async () => {
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

test('subtitles stand in the transcription, one per format, in the order asked for', async () => {
  const { result } = await enriched({ subtitles: true, subtitles_config: { formats: ['vtt', 'srt'] } })
  assert.deepEqual(Object.keys(result), ['transcription'])
  assert.deepEqual(result.transcription.subtitles, [
    { format: 'vtt', subtitles: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello there. How are you?\n' },
    { format: 'srt', subtitles: '1\n00:00:00,000 --> 00:00:02,000\nHello there. How are you?\n' },
  ])
})

test('a feature that this version does not have says so, and nothing else changes', async () => {
  const missing = new NotAvailableError('This version does not have moderation. Send the request without it.')
  const stages = [[failing('moderation', missing), sentences]]
  const { result, failures } = await enriched({ sentences: true, moderation: true }, stages)
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

test('every module of the contract that a flag asks for is in the registry, once', () => {
  const modules = Object.keys(transcriptionResult.shape).filter((key) => key in preRecordedParams.shape)
  const flags: string[] = registry.flat().map(({ name }) => name)
  const others = [
    'custom_spelling',
    'custom_vocabulary',
    'pii_redaction',
    'punctuation_enhanced',
    'speaker_reidentification',
    'subtitles',
  ]
  assert.deepEqual(flags.toSorted(), [...modules, ...others].toSorted())
})

const failing = (name: 'moderation' | 'subtitles', error: Error): Enrichment => ({
  name,
  run: () => Promise.reject(error),
})

test('one that throws fails alone, and its inner error reaches the log only', async () => {
  const inner = new TypeError('cannot read /var/lib/secret')
  const stages = [[failing('moderation', inner), failing('subtitles', inner)], [sentences]]
  const features = { sentences: true, moderation: true, subtitles: true }
  const { result, failures } = await enriched(features, stages)
  assert.deepEqual(result.moderation?.error, {
    status_code: 500,
    exception: 'InternalError',
    message: 'moderation failed because of a fault of this service. The rest of the result is not affected.',
  })
  assert.equal(result.transcription.subtitles, undefined)
  assert.equal(result.sentences?.success, true)
  assert.deepEqual(failures, [inner, inner])
})

test('a failure that is meant for the caller is told as it is', async () => {
  const error = new EnrichmentError(424, 'Set LLM_URL to the address of a language model.')
  const { result } = await enriched({ moderation: true }, [[failing('moderation', error)]])
  assert.deepEqual(result.moderation?.error, {
    status_code: 424,
    exception: 'EnrichmentError',
    message: 'Set LLM_URL to the address of a language model.',
  })
})

test('a later stage reads what an earlier one rewrote', async () => {
  const rewriter: Enrichment<'custom_spelling'> = {
    name: 'custom_spelling',
    run: ({ utterances }) => ({
      transcription: { utterances: utterances.map((one) => ({ ...one, words: [], text: 'Goodbye.' })) },
    }),
  }
  const features = {
    sentences: true,
    custom_spelling: true,
    custom_spelling_config: { spelling_dictionary: {} },
  }
  const { result } = await enriched(features, [[rewriter], ...registry])
  assert.deepEqual(result.sentences?.results, ['Goodbye.'])
})

test('enrichments of one stage run side by side', async () => {
  const { promise: met, resolve: meet } = Promise.withResolvers<void>()
  const module = { is_empty: true, results: '' }
  const waits: Enrichment<'moderation'> = { name: 'moderation', run: () => met.then(() => ({ module })) }
  const goes: Enrichment<'summarization'> = {
    name: 'summarization',
    run() {
      meet()
      return { module }
    },
  }
  const { result } = await enriched({ moderation: true, summarization: true }, [[waits, goes]])
  assert.ok(result.moderation?.success && result.summarization?.success)
})

test('an aborted enrichment is no result', async () => {
  const reason = new Error('the worker is stopping')
  await assert.rejects(enriched({ sentences: true }, undefined, AbortSignal.abort(reason)), reason)
})
