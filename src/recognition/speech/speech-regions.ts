/** Where in a channel someone speaks. */
import type { Recording } from '../../audio/recording.ts'
import { FRAME_SAMPLES, NO_SPEECH, type VoiceActivityModel } from './voice-activity.ts'

/** From `start` up to `end`, in samples. */
export interface Region {
  readonly start: number
  readonly end: number
}

/** The upper threshold of Silero's get_speech_timestamps. Noise, tones and typing stay under 0.3. */
const SPEECH = 0.5

/** A closure inside a word is shorter. */
export const MIN_SILENCE = 6 * FRAME_SAMPLES
/** A short "no" is longer. */
export const MIN_SPEECH = 3 * FRAME_SAMPLES
/** The model notices the beginning of a word this late, its end this early. Less than half the least silence. */
export const MARGIN = 2 * FRAME_SAMPLES

/** Turns the probabilities of successive frames into regions, with hysteresis. */
export class SpeechTracker {
  #position = 0
  /** Where the present speech began, and where it last fell below the threshold. */
  #start: number | null = null
  #silence: number | null = null

  /** @returns a region, when the frame shows that it has ended */
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

/** What is read of a recording at a time: 2 MB. */
const BLOCK_SAMPLES = FRAME_SAMPLES * 1000

/**
 * The regions of one channel, ascending and apart.
 * @param onProgress - called after every half minute of audio
 */
export async function speechRegions(
  recording: Recording,
  channel: number,
  model: VoiceActivityModel,
  { onProgress, signal }: { onProgress?: (() => void) | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Region[]> {
  const listener = model.listen()
  const tracker = new SpeechTracker()
  const regions: Region[] = []
  const keep = (region: Region | null) => {
    if (region !== null) regions.push({ ...region, end: Math.min(region.end, recording.samples) })
  }
  for (let from = 0; from < recording.samples; from += BLOCK_SAMPLES) {
    signal?.throwIfAborted()
    const block = await recording.read(channel, from, from + BLOCK_SAMPLES)
    for (let at = 0; at < block.length; at += FRAME_SAMPLES)
      keep(tracker.push(await listener.push(block.subarray(at, at + FRAME_SAMPLES))))
    onProgress?.()
  }
  keep(tracker.finish())
  return regions
}
