/**
 * Writes `clips.json`: `node test/ears/find-clips.ts en es`. Recordings are cut at their pauses into phrases of 1 to 6 s.
 * A phrase is used if it has about the same words alone as within the recording: its context changes little.
 */
import { writeFileSync } from 'node:fs'
import { quietestPoint } from '../../src/audio/quietest-point.ts'
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { type LanguageCode, languageCode } from '../../src/contract/languages.ts'
import type { Word } from '../../src/contract/transcript.ts'
import { Recogniser } from '../../src/speech/batch/recogniser.ts'
import { type Region, speechRegions } from '../../src/speech/analysis/speech-regions.ts'
import { VoiceActivityModel } from '../../src/speech/analysis/voice-activity.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { wordErrorRate } from '../../src/text/word-errors.ts'
import type { Clip } from './clip-list.ts'
import { samplesOf } from './recordings.ts'

const FILES: Partial<Record<LanguageCode, readonly string[]>> = {
  en: [
    'sample.raw',
    'jfk.wav',
    'short_en.raw',
    'long_en.raw',
    'en-GB_Broadband_sample1.wav',
    'en-GB_Broadband_sample2.wav',
    'en-US_Broadband_sample1.wav',
    'en-US_Broadband_sample2.wav',
    'Us_English_Narrowband_Sample_1.wav',
    'Us_English_Narrowband_Sample_2.wav',
    'english2.g712.wav',
    'english3.g712.wav',
    'sample1.wav',
    'sample2.wav',
  ],
  es: [
    'Es_ES_spk19_8khz.wav',
    'Es_ES_spk24_8khz.wav',
    'es-ES_Broadband_sample1.wav',
    'es-ES_Broadband_sample2.wav',
    'es-ES_Narrowband_sample1.wav',
    'es-ES_Narrowband_sample2.wav',
    'sample_es.raw',
  ],
}

/** Seconds. */
const [SHORTEST, LONGEST] = [1, 6]
/** Speech without a pause is cut between these numbers of seconds after its beginning. */
const CUT_AFTER = [2, 5]
/** Share of the words that may differ between alone and within the recording. */
const MAX_DIFFERENT = 0.25
/** Seconds of silence on both sides of a clip that is recognised alone. */
const PAD = 1

const languages = languageCode.array().parse(process.argv.slice(2))
const recogniser = new Recogniser()
const voiceActivity = await VoiceActivityModel.load()
const clips: Clip[] = []
for (const language of languages)
  for (const file of FILES[language] ?? []) clips.push(...(await clipsIn(language, file)))
writeFileSync(
  new URL('clips.json', import.meta.url),
  `[\n${clips.map((clip) => JSON.stringify(clip)).join(',\n')}\n]\n`,
)
await Promise.all([recogniser.close(), voiceActivity.close()])

async function clipsIn(language: LanguageCode, file: string): Promise<Clip[]> {
  const samples = await samplesOf(file)
  const regions = await Array.fromAsync(speechRegions(recordingOf(samples), 0, voiceActivity))
  const whole = await wordsIn(samples, language)
  const own = phrases(samples, regions)
  const found: Clip[] = []
  for (const { start, end } of own) {
    const alone = joined(silence(PAD), samples.subarray(start, end), silence(PAD))
    const words = (await wordsIn(alone, language)).map((word) => ({ ...word, start: word.start - PAD }))
    const text = textOf(words)
    const middle = ({ start: from, end: to }: Word) => ((from + to) / 2) * SAMPLE_RATE
    const within = textOf(whole.filter((word) => middle(word) >= start && middle(word) < end))
    if (words.length < 2 || within === '' || wordErrorRate(within, text, language) > MAX_DIFFERENT) continue
    // A sentence that is said twice in a row may be written once.
    if ([...clips, ...found].some((clip) => wordErrorRate(clip.text, text, language) < 0.2)) continue
    const starts = words.map((word) => Math.round(1000 * word.start))
    found.push({ language, file, start, end, text, starts })
  }
  process.stdout.write(`${file}: ${found.length} of ${own.length}\n`)
  return found
}

/** Regions of speech: a short one is joined to the next, and one that is too long is cut where it is quietest. */
function phrases(samples: Float32Array, regions: readonly Region[]): Region[] {
  const all: { start: number; end: number }[] = []
  for (let { start, end } of regions) {
    const last = all.at(-1)
    const isShort = last !== undefined && last.end - last.start < SHORTEST * SAMPLE_RATE
    if (isShort && start - last.end < SAMPLE_RATE / 2) start = all.pop()!.start
    while (end - start > LONGEST * SAMPLE_RATE) {
      const [from, to] = CUT_AFTER.map((seconds) => start + seconds * SAMPLE_RATE)
      const cut = from! + quietestPoint(samples.subarray(from, to))
      all.push({ start, end: cut })
      start = cut
    }
    all.push({ start, end })
  }
  return all.filter(({ start, end }) => end - start >= SHORTEST * SAMPLE_RATE)
}

async function wordsIn(samples: Float32Array, language: LanguageCode): Promise<Word[]> {
  const { utterances } = await recogniser.recognise(recordingOf(samples), {
    languages: [language],
    codeSwitching: false,
  })
  return utterances.flatMap(({ words }) => words)
}

function textOf(words: readonly Word[]): string {
  return words.map(({ word }) => word.trim()).join(' ')
}
