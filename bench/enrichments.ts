/**
 * Benchmark of enrichments, compared with the recognition of the same recording: `npm run bench:enrich -- --seconds 300`.
 *
 * Two real voices take turns on one channel. All enrichments are requested together, twice, because the first time loads
 * the models.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFfmpeg } from '../src/audio/ffmpeg.ts'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import { EnricherProcess } from '../src/enrichments/runner/enricher-process.ts'
import { RecogniserProcess } from '../src/speech/batch/recogniser-process.ts'
import { joined, silence } from '../src/speech/testing/signals.ts'
import { alice, kennedy } from '../src/speech/testing/speech.ts'
import { writeWav } from '../src/speech/testing/wav-file.ts'
import { transcriptOf } from '../src/transcription/transcript.ts'
import { table } from './list/table.ts'

const EVERYTHING = {
  audio_url: 'http://localhost/',
  custom_vocabulary: true,
  custom_vocabulary_config: { vocabulary: ['Alyss', 'Kennedy'] },
  custom_spelling: true,
  custom_spelling_config: { spelling_dictionary: { SISTER: ['sister'] } },
  diarization: true,
  name_consistency: true,
  punctuation_enhanced: true,
  sentences: true,
  subtitles: true,
  display_mode: true,
  named_entity_recognition: true,
  sentiment_analysis: true,
  moderation: true,
  summarization: true,
  chapterization: true,
  structured_data_extraction: true,
  structured_data_extraction_config: { classes: ['person', 'location'] },
  translation: true,
  translation_config: { target_languages: ['en'] },
  audio_to_llm: true,
  audio_to_llm_config: { prompts: ['What is it about?'] },
}

const { values: flags } = parseArgs({ options: { seconds: { type: 'string', default: '300' } } })
const seconds = Number(flags.seconds)
const turn = joined(alice.samples, silence(1), kennedy.samples, silence(1))
const turns = Math.ceil((seconds * SAMPLE_RATE) / turn.length)
const samples = joined(...Array.from({ length: turns }, () => turn)).subarray(0, seconds * SAMPLE_RATE)

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const path = join(folder, 'talk.wav')
writeWav(path, samples)
const settings = {
  ffmpeg: await findFfmpeg(),
  folder,
  maxSeconds: 10_000,
  enrichmentSeconds: 600,
  maxResultBytes: 16e6,
}
const recogniser = new RecogniserProcess(settings)
const enricher = new EnricherProcess(settings)
try {
  const spent = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now()
    return [await work(), (performance.now() - began) / 1000]
  }
  const english = { languages: ['en'], codeSwitching: false } as const
  // Loads the models.
  await recogniser.transcribe(path, english)
  const [recognised, recognition] = await spent(() => recogniser.transcribe(path, english))
  const transcription = transcriptOf(recognised)
  const task = (request: object) => ({
    transcription,
    params: preRecordedParamsOf(preRecordedRequest.parse(request)),
    audioDuration: seconds,
    audio: { type: 'file', path } as const,
  })
  const hooks = { onFailure: () => {}, signal: new AbortController().signal }
  const [, cold] = await spent(() => enricher.enrich(task(EVERYTHING), hooks))
  const [{ transcription: _, ...modules }, warm] = await spent(() => enricher.enrich(task(EVERYTHING), hooks))
  const reduced = { ...EVERYTHING, translation: false, audio_to_llm: false }
  const [, without] = await spent(() => enricher.enrich(task(reduced), hooks))
  const rows = Object.entries(modules).flatMap(([name, module]) => {
    if (module === undefined) return []
    const isMissing = module.error?.exception === 'NotAvailableError'
    // A failed module would seem to take no time.
    if (!module.success && !isMissing) throw new Error(`${name} failed: ${JSON.stringify(module.error)}`)
    return [[name, isMissing ? 'not available' : module.exec_time.toFixed(2)]]
  })
  const total = (what: string, time: number) => [what, time.toFixed(2), (time / recognition).toFixed(2)]
  process.stdout.write(`
${seconds} s of speech; ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.version}

${table(['module', 'seconds, in parallel'], rows)}

${table(
  ['', 'seconds', 'of recognition'],
  [
    total('recognition', recognition),
    total('everything, the first time', cold),
    total('everything', warm),
    total('everything but translation and language model', without),
  ],
)}
`)
} finally {
  await Promise.all([recogniser.close(), enricher.close()])
  rmSync(folder, { recursive: true, force: true })
}
