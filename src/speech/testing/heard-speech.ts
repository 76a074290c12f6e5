/** Real speech in which made streaming models hear a known text. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { FRAME_SAMPLES, VoiceActivityModel } from '../analysis/voice-activity.ts'
import { TONES, WORDS } from './made-models/streaming-models.ts'
import type { Speech } from './speech.ts'

/** The least seconds between the starts of two words, and the length of a tone. */
const WORD_SECONDS = 0.4
const TONE_SECONDS = 0.2
/**
 * A word is only placed where the probability of speech is at least this, from this many seconds before its tone to as
 * many after it.
 */
const PROBABLE = 0.8
const MARGIN_SECONDS = 0.1
/** The speech itself is kept below the tones. */
const CUTOFF_HZ = 1400
const FILTER_SAMPLES = 50

/** A word, and when its tone begins, in seconds. */
interface HeardWord {
  readonly word: string
  readonly start: number
}

/** Speech with a tone for each word of its text. */
export interface HeardSpeech extends Speech {
  readonly words: readonly HeardWord[]
}

/** The speech overlaid with as many words as fit, cycling through the known ones, as its text. */
export async function heard({ samples, language }: Speech): Promise<HeardSpeech> {
  const muffled = belowTones(samples)
  const voiceActivity = await VoiceActivityModel.load()
  const probabilities = await voiceActivity.open().push(muffled)
  const frameAt = (seconds: number) => Math.floor((seconds * SAMPLE_RATE) / FRAME_SAMPLES)
  const words: HeardWord[] = []
  for (let frame = 0; frame < probabilities.length; frame++) {
    const start = (frame * FRAME_SAMPLES) / SAMPLE_RATE + MARGIN_SECONDS
    const last = frameAt(start + TONE_SECONDS + MARGIN_SECONDS)
    const isSpeech =
      last < probabilities.length && probabilities.slice(frame, last + 1).every((one) => one >= PROBABLE)
    if (!isSpeech || start - (words.at(-1)?.start ?? -1) < WORD_SECONDS) continue
    const number = words.length % WORDS.length
    words.push({ word: WORDS[number]!, start })
    addTone(muffled, start, TONES[number]!)
  }
  return { language, samples: muffled, words, text: words.map(({ word }) => word).join(' ') }
}

function addTone(samples: Float32Array, start: number, hertz: number): void {
  const from = Math.round(start * SAMPLE_RATE)
  const length = TONE_SECONDS * SAMPLE_RATE
  for (let i = 0; i < length; i++) {
    const fade = Math.min(1, i / 160, (length - i) / 160)
    samples[from + i]! += 0.1 * fade * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE)
  }
}

/** A windowed sinc. */
function belowTones(samples: Float32Array): Float32Array {
  const factors = Array.from({ length: 2 * FILTER_SAMPLES + 1 }, (_, i) => {
    const at = i - FILTER_SAMPLES
    const radians = (2 * Math.PI * CUTOFF_HZ * at) / SAMPLE_RATE
    const sinc = at === 0 ? (2 * CUTOFF_HZ) / SAMPLE_RATE : Math.sin(radians) / (Math.PI * at)
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * at) / FILTER_SAMPLES))
  })
  return samples.map((_, i) =>
    factors.reduce((sum, factor, k) => sum + factor * (samples[i + k - FILTER_SAMPLES] ?? 0), 0),
  )
}
