/** Finds the speech in a recorded channel. */
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import { FRAME_SAMPLES, NO_SPEECH, type VoiceActivityModel } from './voice-activity.ts'

/** From `start` up to `end`, in samples. */
export interface Region {
  readonly start: number
  readonly end: number
}

/** Samples of speech in some regions. */
export function lengthOf(regions: readonly Region[]): number {
  return regions.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** A region on the clock of its words. */
export function inSeconds({ start, end }: Region): { start: number; end: number } {
  return { start: start / SAMPLE_RATE, end: end / SAMPLE_RATE }
}

/** The upper threshold of Silero's get_speech_timestamps. Noise, tones and typing stay below 0.3. */
const SPEECH = 0.5

/** A closure inside a word is shorter. */
export const MIN_SILENCE = 6 * FRAME_SAMPLES
/** A short "no" is longer. */
export const MIN_SPEECH = 3 * FRAME_SAMPLES
/** The model detects the beginning of a word this late, and its end this early. Less than half of MIN_SILENCE. */
export const MARGIN = 2 * FRAME_SAMPLES

/** Turns the speech probabilities of successive frames into regions, with hysteresis. */
export class SpeechTracker {
  #position = 0
  /** Where the current speech began, and where it last fell below the threshold. */
  #start: number | null = null
  #silence: number | null = null

  /** @returns a region that has ended before this frame */
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

  /** The region that is still open, at the end of the recording. */
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
 * Finds the regions of speech in one channel, ascending and not overlapping.
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
