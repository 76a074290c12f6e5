/** Every enrichment on real speech: alone, together, and failing. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { FEATURES, type FeatureName } from '../src/contract/features/index.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import { transcriptionResult } from '../src/contract/result.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { type EnrichedResult, enrich } from '../src/enrichments/runner/enrich.ts'
import { type Enrichments, enrichments } from '../src/enrichments/runner/enrichments.ts'
import { testContext } from '../src/enrichments/testing/context.ts'
import { Recogniser } from '../src/speech/batch/recogniser.ts'
import { recordingOf } from '../src/speech/testing/memory-recording.ts'
import { joined, silence } from '../src/speech/testing/signals.ts'
import { alice, kennedy } from '../src/speech/testing/speech.ts'
import { transcriptOf } from '../src/transcription/transcript.ts'

/** Two channels, each with one voice, one after the other. */
const LEFT = joined(alice.samples, silence(1), silence(kennedy.samples.length / 16_000))
const RIGHT = joined(silence(alice.samples.length / 16_000), silence(1), kennedy.samples)
const recording = recordingOf(LEFT, RIGHT)

/** The required configuration of flags that have one. */
const CONFIGS = {
  custom_vocabulary_config: { vocabulary: ['Alyss'] },
  custom_spelling_config: { spelling_dictionary: { SISTER: ['sister'] } },
  translation_config: { target_languages: ['en'] },
  structured_data_extraction_config: { classes: ['person', 'location'] },
  audio_to_llm_config: { prompts: ['Who speaks?'] },
  pii_redaction_config: { entity_types: ['NAME', 'LOCATION'], processed_text_type: 'MARKER' },
}
/** Flags that change the utterances read by the others. */
const REWRITING: ReadonlySet<FeatureName> = new Set([
  'custom_vocabulary',
  'custom_spelling',
  'diarization',
  'name_consistency',
  'punctuation_enhanced',
  'pii_redaction',
])
const NAMES = FEATURES.map(({ name }) => name)
const QUICK = NAMES.filter((name) => !['translation', 'diarization'].includes(name))

let transcription: Transcription
/** Runs with the quick enrichments. */
let whole: EnrichedResult

before(async () => {
  const recogniser = new Recogniser()
  const options = { languages: ['en'], codeSwitching: false } as const
  transcription = transcriptOf(await recogniser.recognise(recording, options))
  await recogniser.close()
  whole = (await enriched(QUICK)).result
})

interface Enriched {
  readonly result: EnrichedResult
  readonly failed: readonly string[]
}

async function enriched(
  names: readonly FeatureName[],
  available: Enrichments = enrichments,
): Promise<Enriched> {
  const flags = Object.fromEntries(names.map((name) => [name, true]))
  const request = { audio_url: 'https://example.com/a', ...flags, ...CONFIGS }
  const params = preRecordedParamsOf(preRecordedRequest.parse(request))
  const failed: string[] = []
  const context = testContext({ audioDuration: recording.samples / 16_000, audio: async () => recording })
  const onFailure = (name: string) => void failed.push(name)
  const result = await enrich(transcription, params, { ...context, onFailure }, { available })
  const metadata = {
    audio_duration: 1,
    number_of_distinct_channels: 2,
    billing_time: 2,
    transcription_time: 1,
    unrecognised_speech: [],
  }
  transcriptionResult.parse({ metadata, ...result })
  return { result, failed }
}

/** Durations differ between runs. */
function untimed(result: object): object {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) => (key === 'exec_time' ? 0 : value)),
  ) as object
}

suite('an enrichment', () => {
  for (const name of NAMES)
    test(`${name} alone affects no other result`, async () => {
      const { result, failed } = await enriched([name])
      const { transcription: changed, ...modules } = result
      const own = name === 'diarization' ? [name, 'speaker_reidentification'] : [name]
      for (const module of Object.keys(modules))
        assert.ok(own.includes(module), `${module} was not requested`)
      const { sentences: _sentences, subtitles: _subtitles, ...words } = changed
      if (!REWRITING.has(name)) assert.deepEqual(words, transcription)
      assert.deepEqual(failed, name === 'audio_to_llm' ? [name] : [], 'only a language model is missing here')
    })

  for (const name of NAMES.filter((one) => !REWRITING.has(one)))
    test(`${name} that fails affects no other result`, async () => {
      // Only the failing one of the slow enrichments runs.
      const asked = NAMES.filter((one) => one === name || QUICK.includes(one))
      const broken: Enrichments = {
        features: FEATURES,
        async load(feature) {
          const enrichment = await enrichments.load(feature)
          if (feature.name !== name) return enrichment
          return { ...enrichment, run: () => Promise.reject(new Error('broken')) }
        },
      }
      const { result: rest } = await enriched(asked, broken)
      const expected = structuredClone(whole)
      const module = rest[name as keyof typeof rest]
      if (module !== undefined) Object.assign(expected, { [name]: module })
      if (name === 'subtitles') delete expected.transcription.subtitles
      else if (rest.sentences) expected.transcription.sentences = [rest.sentences]
      assert.deepEqual(untimed(rest), untimed(expected))
    })
})

test('all together return every result of the contract', async () => {
  const { result, failed } = await enriched(NAMES)
  // Those without results appear only when they fail.
  const absent = new Set<string>(FEATURES.filter((one) => !('result' in one)).map(({ name }) => name))
  const modules = Object.keys(transcriptionResult.shape).filter(
    (key) => key !== 'metadata' && !absent.has(key),
  )
  assert.deepEqual(Object.keys(result).toSorted(), modules.toSorted())
  assert.deepEqual(failed, ['audio_to_llm'], 'only a language model is missing here')
})
