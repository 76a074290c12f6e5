/** Finds the regions of speech in a recorded channel. */
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import { FRAME_SAMPLES, NO_SPEECH, type VoiceActivityModel } from './voice-activity.ts'

/** Positions in samples; `end` is exclusive. */
export interface Region {
  readonly start: number
  readonly end: number
}

/** The total length of some regions, in samples. */
export function lengthOf(regions: readonly Region[]): number {
  return regions.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** Converts a region to seconds, the unit of word times. */
export function inSeconds({ start, end }: Region): { start: number; end: number } {
  return { start: start / SAMPLE_RATE, end: end / SAMPLE_RATE }
}

/** The upper threshold of Silero's get_speech_timestamps. Noise, tones and typing stay below 0.3. */
const SPEECH = 0.5

/** Longer than the closure of a stop consonant within a word. */
export const MIN_SILENCE = 6 * FRAME_SAMPLES
/** Shorter than a short "no". */
export const MIN_SPEECH = 3 * FRAME_SAMPLES
/**
 * The model detects the beginning of a word this much late, and its end this much early. Must be less than half of
 * MIN_SILENCE.
 */
export const MARGIN = 2 * FRAME_SAMPLES

/** Turns the speech probabilities of successive frames into regions, with hysteresis. */
export class SpeechTracker {
  #position = 0
  /** Where the current speech began, and where the probability last fell below the threshold. */
  #start: number | null = null
  #silence: number | null = null

  /** @returns the region that ended before this frame, if one did */
  push(probability: number): Region | null {
    const frame = this.#position
    this.#position += FRAME_SAMPLES
    if (probability >= SPEECH) {
      this.#start ??= frame
      this.#silence = null
    } else if (probability < NO_SPEECH && this.#start !== null) {
      this.#silence ??= frame
      if (this.#position - this.#silence >= MIN_SILENCE) return this.finish()
    }
    return null
  }

  /** Returns the region that is still open at the end of the recording. */
  finish(): Region | null {
    const start = this.#start
    const end = this.#silence ?? this.#position
    this.#start = null
    this.#silence = null
    if (start === null || end - start < MIN_SPEECH) return null
    return { start: Math.max(0, start - MARGIN), end: end + MARGIN }
  }
}

/** Samples read at a time: 2 MB. */
const BLOCK_SAMPLES = FRAME_SAMPLES * 1000

/**
 * Finds the regions of speech in one channel, in ascending order without overlaps.
 * @param onProgress - called after every half minute of audio
 */
export async function* speechRegions(
  recording: Recording,
  channel: number,
  model: VoiceActivityModel,
  { onProgress, signal }: { onProgress?: (() => void) | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Region> {
  const voiceActivity = model.open()
  const tracker = new SpeechTracker()
  for (let from = 0; from < recording.samples; from += BLOCK_SAMPLES) {
    signal?.throwIfAborted()
    const block = await recording.read(channel, from, from + BLOCK_SAMPLES)
    for (const probability of await voiceActivity.push(block)) {
      const region = tracker.push(probability)
      if (region !== null) yield region
    }
    onProgress?.()
  }
  const last = tracker.finish()
  if (last !== null) yield { ...last, end: Math.min(last.end, recording.samples) }
}
