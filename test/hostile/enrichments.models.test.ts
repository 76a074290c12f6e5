/**
 * Transcripts designed to be costly, through every enrichment that needs neither audio nor a language model, in the
 * process that the service uses. `TEST_HOSTILE_JOBS` sets their number; their length is then 20,000 characters, and a live
 * session of real speech runs beside them.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pLimit from 'p-limit'
import { quantile } from '../../bench/list/measure.ts'
import { delaysOf } from '../../bench/live/delays.ts'
import { readConfig } from '../../src/service/config.ts'
import { FEATURES } from '../../src/contract/features/index.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { EnricherProcess } from '../../src/enrichments/runner/enricher-process.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { kennedy } from '../../src/speech/testing/speech.ts'
import { Client } from '../support/client.ts'
import { type Latency, probeHealth } from '../support/health-probe.ts'
import { hostileTexts, transcriptOfText } from '../support/hostile-transcripts.ts'
import { DEFAULT_AUDIO, encoded } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { allFlags } from '../support/live-flags.ts'
import { runService } from '../support/running-service.ts'

const LONG = process.env['TEST_HOSTILE_JOBS']
const CHARACTERS = LONG === undefined ? 1500 : 20_000

/** Limit for one enrichment of one transcript, several of which run at a time; the default in the long form. */
const SECONDS = LONG === undefined ? 60 : readConfig({}).jobs.enrichmentSeconds

/** For 99 % of the requests to /health, in milliseconds. */
const MAX_HEALTH_MS = LONG === undefined ? 1_000 : 100
/** How many times as long the rest may take as without the jobs: other programs may use the machine. */
const SLOWER = 3
/** CPU time of a request to /health including its client, in milliseconds. */
const REQUEST_MS = 2

const OTHERS = new Set(['diarization', 'speaker_reidentification', 'translation', 'audio_to_llm'])
const features = FEATURES.filter(({ name, description }) => description !== null && !OTHERS.has(name))
/** Entities that are found without a language model, in any language. */
const ENTITY_TYPES = ['EMAIL_ADDRESS', 'PHONE_NUMBER', 'CREDIT_CARD', 'IP_ADDRESS']
const ENGLISH_ENTITY_TYPES = [...ENTITY_TYPES, 'NAME', 'LOCATION', 'SSN']

const paramsIn = (language: LanguageCode) =>
  preRecordedParamsOf(
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
        entity_types: language === 'en' ? ENGLISH_ENTITY_TYPES : ENTITY_TYPES,
        processed_text_type: 'MARKER',
      },
    }),
  )
const LANGUAGES = ['en', 'de', 'ja'] as const

const SPOKEN = { language_config: { languages: ['en'] }, messages_config: allFlags(true) }

interface Delays {
  readonly health: Latency
  /** From the end of each utterance to its final, in seconds; empty in the short form. */
  readonly finals: readonly number[]
}

suite('hostile transcripts', () => {
  test('stay within the time limit of each enrichment, and delay neither the service nor a live session', async (t) => {
    const enricher = new EnricherProcess(
      {
        ffmpeg: 'ffmpeg',
        folder: '/nowhere',
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
      const language = LANGUAGES[round % LANGUAGES.length] ?? 'en'
      return { kind, transcription: transcriptOfText(text, language), params: paramsIn(language) }
    })
    const service = await runService()
    t.after(async () => service.close())
    const client = await Client.of(service)
    if (LONG !== undefined) await delaysDuring(service.url, client, Promise.resolve()) // loads the models
    const usual = await delaysDuring(service.url, client, Promise.resolve())
    const failures: string[] = []
    const before = process.cpuUsage()
    const limit = pLimit(4)
    const work = limit.map(jobs, async ({ kind, transcription, params }) => {
      const fail = (name: string, error: unknown) => {
        // Some enrichments support only some languages.
        if (String(error).startsWith('Error: NotAvailableError')) return
        failures.push(`${name} of ${kind}, in ${transcription.languages.join()}: ${String(error)}`)
      }
      const task = {
        transcription,
        params,
        audioDuration: 1,
        audio: { type: 'file', path: '/nowhere' },
      } as const
      const hooks = { onFailure: fail, signal: new AbortController().signal }
      await enricher.enrich(task, hooks).catch((error: unknown) => fail('job', error))
    })
    const { health, finals } = await delaysDuring(service.url, client, work)
    const { user, system } = process.cpuUsage(before)
    const { p99, requests } = health
    t.diagnostic(`/health answers within ${p99.toFixed(1)} ms (p99 of ${requests})`)
    assert.deepEqual(failures, [])
    if (LONG === undefined) {
      // The service's event loop is free while it waits: an answer is delayed by no more than its own work for a job.
      const milliseconds = ((user + system) / 1000 - requests * REQUEST_MS) / jobs.length
      assert.ok(milliseconds <= 100, `${milliseconds} ms of CPU time for each job`)
      assert.ok(p99 <= MAX_HEALTH_MS, `/health answers within ${p99} ms`)
      return
    }
    // Percentiles, because the latest of hundreds says less than the latest of a few.
    const [late, usually] = [quantile(finals, 0.95), quantile(usual.finals, 0.95)]
    t.diagnostic(`without the jobs, within ${usual.health.p99.toFixed(1)} ms`)
    t.diagnostic(
      `p95 of ${finals.length} finals ${late.toFixed(2)} s, usually ${usually.toFixed(2)} s; the latest ${Math.max(...finals).toFixed(2)} s`,
    )
    assert.ok(p99 <= Math.max(MAX_HEALTH_MS, SLOWER * usual.health.p99), `/health answers within ${p99} ms`)
    assert.ok(late <= SLOWER * usually, `finals came after ${late} s, usually after ${usually} s`)
  })
})

/** Measures until the work ends; in the long form, for at least one live session in real time. */
async function delaysDuring(url: string, client: Client, work: Promise<unknown>): Promise<Delays> {
  const stopProbe = probeHealth(url)
  const finals: number[] = []
  let isOver = false
  const over = work.then(() => (isOver = true))
  // A pause ends each utterance.
  const audio = await encoded([joined(kennedy.samples, silence(2))], DEFAULT_AUDIO)
  while (LONG !== undefined && !(isOver && finals.length > 0)) {
    const session = await SessionClient.start(client, SPOKEN)
    await session.play(audio, { atRealTime: true })
    await session.end()
    finals.push(...delaysOf(session).finals)
  }
  await over
  return { health: await stopProbe(), finals }
}
