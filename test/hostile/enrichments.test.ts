/**
 * Transcripts that are made to be costly, through every enrichment that needs neither audio nor a language model, in the
 * process that the service uses. `TEST_HOSTILE_JOBS` sets their number, and then their length is 20,000 characters.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pLimit from 'p-limit'
import { FEATURES } from '../../src/contract/features/index.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { EnricherProcess } from '../../src/intelligence/runner/enricher-process.ts'
import { probeHealth } from '../support/health-probe.ts'
import { hostileTexts, transcriptOfText } from '../support/hostile-transcripts.ts'
import { runService } from '../support/running-service.ts'

const LONG = process.env['TEST_HOSTILE_JOBS']
const CHARACTERS = LONG === undefined ? 1500 : 20_000

/** For one enrichment of one transcript, of which several are worked on at a time. */
const SECONDS = LONG === undefined ? 60 : 120

/** For 99 % of the requests to /health, in milliseconds; the long form expects a quiet machine. */
const MAX_HEALTH_MS = LONG === undefined ? 1_000 : 100
/** CPU time of a request to /health with its client, in milliseconds. */
const REQUEST_MS = 2

const OTHERS = new Set(['diarization', 'speaker_reidentification', 'translation', 'audio_to_llm'])
const features = FEATURES.filter(({ name, description }) => description !== null && !OTHERS.has(name))
const params = preRecordedParamsOf(
  preRecordedRequest.parse({
    audio_url: 'https://example.com/a',
    ...Object.fromEntries(features.map(({ name }) => [name, true])),
    custom_vocabulary_config: {
      vocabulary: ['Alyss', 'a'.repeat(100), 'A B C', '12 34'],
      default_intensity: 1,
    },
    custom_spelling_config: {
      spelling_dictionary: {
        ['S'.repeat(100)]: ['a', 'a b c', 'a-b-c'],
        É: ['...', '"', '漢字'],
        X: ['1 2', '12'],
      },
    },
    structured_data_extraction_config: {
      classes: ['person', 'location', 'email', 'phone number', 'date', 'price'],
    },
    pii_redaction_config: {
      entity_types: ['NAME', 'LOCATION', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'CREDIT_CARD', 'IP_ADDRESS', 'SSN'],
      processed_text_type: 'MARKER',
    },
  }),
)

suite('hostile transcripts', () => {
  test('exceed the time of no enrichment and leave the service responsive', async (t) => {
    const enricher = new EnricherProcess(
      {
        ffmpeg: 'ffmpeg',
        folder: '/nowhere',
        cacheFolder: '/nowhere',
        maxSeconds: 60,
        enrichmentSeconds: SECONDS,
        maxResultBytes: 16e6,
      },
      { stallSeconds: SECONDS },
    )
    t.after(async () => enricher.close())
    const kinds = [...hostileTexts(CHARACTERS)]
    const jobs = Array.from({ length: Number(LONG ?? kinds.length) }, (_, index) => {
      const [kind, text] = kinds[index % kinds.length] ?? ['', '']
      const round = Math.floor(index / kinds.length)
      return { kind, transcription: transcriptOfText(text, (['en', 'de', 'ja'] as const)[round % 3]) }
    })
    const service = await runService()
    t.after(async () => service.close())
    const stopProbe = probeHealth(service.url)
    const failures: string[] = []
    const before = process.cpuUsage()
    const limit = pLimit(4)
    await limit.map(jobs, async ({ kind, transcription }) => {
      const fail = (name: string, error: unknown) =>
        void failures.push(`${name} of ${kind}: ${String(error)}`)
      const task = {
        transcription,
        params,
        audioDuration: 1,
        audio: { type: 'file', path: '/nowhere' },
      } as const
      const hooks = { onFailure: fail, signal: new AbortController().signal }
      await enricher.enrich(task, hooks).catch((error: unknown) => fail('job', error))
    })
    const { user, system } = process.cpuUsage(before)
    const { p99, requests } = await stopProbe()
    t.diagnostic(`/health answers within ${p99.toFixed(1)} ms (p99 of ${requests})`)
    assert.deepEqual(failures, [])
    // The event loop of the service is free while it waits: its own work for a job never delays an answer by more.
    const milliseconds = ((user + system) / 1000 - requests * REQUEST_MS) / jobs.length
    assert.ok(milliseconds <= 100, `${milliseconds} ms of CPU time for each job`)
    assert.ok(p99 <= MAX_HEALTH_MS, `/health answers within ${p99} ms`)
  })
})
