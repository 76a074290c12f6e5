/** Recordings in which the language changes: clips with known texts, joined by a second of silence. */
import type { LanguageCode } from '../../src/contract/languages.ts'
import { Recogniser, type RecognitionOptions } from '../../src/speech/batch/recogniser.ts'
import { speechRegions } from '../../src/speech/analysis/speech-regions.ts'
import { speechWithoutWords } from '../../src/speech/analysis/unrecognised-speech.ts'
import { VoiceActivityModel } from '../../src/speech/analysis/voice-activity.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { alice, aliceBeginning, clipIn, kennedy, rawSpeech } from '../../src/speech/testing/speech.ts'
import { wordErrorRate } from '../../src/text/word-errors.ts'
import type { Figure } from './figure.ts'

/** A clip; without a text if it is not known. */
interface Part {
  readonly language: LanguageCode
  readonly text?: string
  readonly samples: Float32Array
}

export interface Join {
  readonly parts: readonly Part[]
  /** A language that nobody speaks in it. */
  readonly wrong: LanguageCode
}

const german = clipIn('de')
const textless = (language: LanguageCode): Part => ({
  language,
  samples: rawSpeech(`sample_${language}.raw`),
})

/** The method was chosen with these. */
const DEVELOPMENT: readonly Join[] = [
  { parts: [alice, german], wrong: 'es' },
  { parts: [german, aliceBeginning, clipIn('es'), clipIn('ja')], wrong: 'fr' },
]

/** These were recognised only afterwards. */
const UNSEEN: readonly Join[] = [
  { parts: [clipIn('fr'), kennedy], wrong: 'de' },
  { parts: [kennedy, clipIn('it'), alice, clipIn('fr')], wrong: 'ja' },
  { parts: [clipIn('ja'), clipIn('it'), textless('ru')], wrong: 'en' },
  { parts: [textless('pt'), aliceBeginning, clipIn('es')], wrong: 'it' },
]

/** What a request says about the languages. */
const REQUESTS = {
  'no languages given': () => ({ languages: [], codeSwitching: false }),
  'two given': ({ parts }) => ({
    languages: [...new Set(parts.map(({ language }) => language))].slice(0, 2),
    codeSwitching: false,
  }),
  'a wrong one given': ({ wrong }) => ({ languages: [wrong], codeSwitching: false }),
  'with code switching': () => ({ languages: [], codeSwitching: true }),
} satisfies Record<string, (join: Join) => RecognitionOptions>

/** The outcome for one clip of a join. */
interface PartFigures {
  readonly language: LanguageCode
  /** Seconds of speech, and of those the ones without words and the ones with words of another language. */
  readonly speech: number
  readonly lost: number
  readonly foreign: number
  /** Word error rate, 0–1; undefined if the text is not known. */
  readonly errors: number | undefined
  readonly text: string
}

/** The outcome for each clip, and the seconds of speech that are reported as not recognised. */
export async function measureJoin(
  recogniser: Recogniser,
  voiceActivity: VoiceActivityModel,
  { parts }: Join,
  options: RecognitionOptions,
): Promise<{ parts: PartFigures[]; reported: number }> {
  const recording = recordingOf(joined(...parts.flatMap(({ samples }) => [samples, silence(1)])))
  const regions = await Array.fromAsync(speechRegions(recording, 0, voiceActivity))
  const { utterances, unrecognised } = await recogniser.recognise(recording, options)
  let end = 0
  const figures = parts.map(({ language, text, samples }) => {
    const start = end
    end += samples.length / 16_000 + 1
    const isWithin = (span: { start: number; end: number }) => {
      const middle = (span.start + span.end) / 2
      return middle >= start && middle < end
    }
    const own = regions
      .map((region) => ({ start: region.start / 16_000, end: region.end / 16_000 }))
      .filter(isWithin)
    const words = utterances
      .flatMap((utterance) => utterance.words.map((word) => ({ ...word, language: utterance.language })))
      .filter(isWithin)
    const recognised = words.map(({ word }) => ` ${word.trim()}`).join('')
    const foreign = words.filter((word) => word.language !== language)
    return {
      language,
      speech: lengthOf(own),
      lost: lengthOf(speechWithoutWords(own, words, 0.5)),
      foreign: lengthOf(foreign),
      errors: text === undefined ? undefined : wordErrorRate(text, recognised, language),
      text: recognised,
    }
  })
  return { parts: figures, reported: lengthOf(unrecognised) }
}

export async function languagesFigures(): Promise<Figure[]> {
  const recogniser = new Recogniser()
  const voiceActivity = await VoiceActivityModel.load()
  const figures: Figure[] = []
  for (const [set, joins] of Object.entries({ development: DEVELOPMENT, unseen: UNSEEN }))
    for (const [request, optionsOf] of Object.entries(REQUESTS)) {
      const measured: PartFigures[] = []
      for (const join of joins)
        measured.push(...(await measureJoin(recogniser, voiceActivity, join, optionsOf(join))).parts)
      figures.push(figureOf(`changing languages, ${request}, ${set}`, measured))
    }
  await Promise.all([recogniser.close(), voiceActivity.close()])
  return figures
}

function figureOf(what: string, parts: readonly PartFigures[]): Figure {
  const share = (of: 'lost' | 'foreign') =>
    sum(parts.map((part) => part[of])) / sum(parts.map(({ speech }) => speech))
  const errors = parts.flatMap((part) => part.errors ?? [])
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  return {
    what,
    ours: `${percent(share('lost'))} of speech lost, ${percent(share('foreign'))} in a wrong language, ${percent(sum(errors) / errors.length)} of words wrong`,
    wanted: '≤ 2 % of speech lost',
    isMet: share('lost') <= 0.02,
  }
}

function lengthOf(spans: readonly { start: number; end: number }[]): number {
  return sum(spans.map(({ start, end }) => end - start))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
