/** Noise without speech, which must result in no words, and speech after minutes of noise, which must be recognised. */
import type { LanguageCode } from '../../src/contract/languages.ts'
import { Recogniser, type RecognitionOptions } from '../../src/speech/batch/recogniser.ts'
import type { LiveRecogniser } from '../../src/speech/live/live-stream.ts'
import { LiveRecogniserProcess } from '../../src/speech/live/live-recogniser-process.ts'
import { encoded, pcm16 } from '../../src/speech/testing/live-format.ts'
import { play, textOf } from '../../src/speech/testing/live-playback.ts'
import { levelOf } from '../../src/speech/analysis/gain.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { joined } from '../../src/speech/testing/signals.ts'
import { clipIn, kennedyBeginning, type Speech } from '../../src/speech/testing/speech.ts'
import { wordErrorRate } from '../../src/text/word-errors.ts'
import type { Figure } from './figure.ts'
import { SOUND_NAMES, soundOf } from './sounds.ts'

const set = (...languages: LanguageCode[]) => ({ languages, codeSwitching: languages.length > 1 })

/** Any language, one that Moonshine recognises, one that Whisper recognises, and several that may change. */
export const LANGUAGE_SETTINGS: readonly RecognitionOptions[] = [
  set(),
  set('en'),
  set('de'),
  set('en', 'de', 'es'),
]

/** The recognised text of a recording, and of a live session that is sent faster than real time. */
export async function textInFile(
  recogniser: Recogniser,
  samples: Float32Array,
  options: RecognitionOptions,
): Promise<string> {
  const { utterances } = await recogniser.recognise(recordingOf(samples), options)
  return utterances.map(({ text }) => text).join(' ')
}

export async function textLive(
  recogniser: LiveRecogniser,
  samples: Float32Array,
  options: RecognitionOptions,
): Promise<string> {
  return textOf(await play(recogniser, encoded(pcm16, samples), { ...options, sizes: [32_000] }))
}

/** The speech after the noises, and its permitted word error rate: that of the speech alone, and one more word. */
export const SPOKEN: readonly (readonly [speech: Speech, maxWrong: number])[] = [
  [kennedyBeginning, 0.15],
  [clipIn('de'), 0.35],
]

/** Decibels by which noise beside speech is quieter. */
const BESIDE = 20

/** Word error rate of speech after a noise that continues beside it. */
export async function wrongAfter(
  recogniser: Recogniser,
  noise: Float32Array,
  { language, samples, text }: Speech,
): Promise<number> {
  const gain = levelOf(samples) / Math.max(levelOf(noise), 1e-9) / 10 ** (BESIDE / 20)
  const mixed = samples.map((sample, i) => sample + gain * noise[i]!)
  return wordErrorRate(text, await textInFile(recogniser, joined(noise, mixed), set(language)), language)
}

/** Seconds of each noise, and of noise before speech. */
const NOISE_SECONDS = 300
const BEFORE_SPEECH_SECONDS = 120

export async function noisesFigures(): Promise<Figure[]> {
  const recogniser = new Recogniser()
  const live = new LiveRecogniserProcess()
  const inFiles: string[] = []
  const inSessions: string[] = []
  const lost: string[] = []
  try {
    for (const name of SOUND_NAMES) {
      const noise = soundOf(name, NOISE_SECONDS)
      for (const options of LANGUAGE_SETTINGS) {
        inFiles.push(...wordsOf(await textInFile(recogniser, noise, options)))
        inSessions.push(...wordsOf(await textLive(live, noise, options)))
      }
      const before = soundOf(name, BEFORE_SPEECH_SECONDS, 2)
      for (const [speech, maxWrong] of SPOKEN)
        if ((await wrongAfter(recogniser, before, speech)) > maxWrong)
          lost.push(`${speech.language} after ${name}`)
    }
  } finally {
    await Promise.all([recogniser.close(), live.close()])
  }
  const about = `${SOUND_NAMES.length} noises of ${NOISE_SECONDS / 60} min in ${LANGUAGE_SETTINGS.length} settings of languages`
  const figure = (what: string, found: readonly string[]) => ({
    what,
    ours: [found.length, ...found.slice(0, 5)].join(' '),
    wanted: '0',
    isMet: found.length === 0,
  })
  return [
    figure(`words in ${about}, files`, inFiles),
    figure(`words in ${about}, live`, inSessions),
    figure(`clips of ${SPOKEN.length} lost after ${BEFORE_SPEECH_SECONDS} s of each noise`, lost),
  ]
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}
