/** Detects where speech starts and ends on one channel, from the speech probabilities of successive frames. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { MIN_SILENCE, MIN_SPEECH, MARGIN } from '../analysis/speech-regions.ts'
import { FRAME_SAMPLES } from '../analysis/voice-activity.ts'

/** Silero's own distance between the threshold at which speech begins and the lower one at which it ends. */
const HYSTERESIS = 0.15

/** Positions are samples from the start of the session. */
export interface Endpoint {
  readonly type: 'start' | 'end'
  readonly position: number
}

interface Endpointing {
  /** The probability from which a frame counts as speech, 0–1. */
  readonly threshold: number
  /** The silence that ends speech, in seconds. */
  readonly silence: number
}

export class Endpointer {
  readonly #threshold: number
  readonly #silenceFrames: number
  #position: number
  /** The end of the previous speech; new speech does not start before it. */
  #lastEnd: number
  /** The start of the current speech, or of audio that may become speech. */
  #start: number | null = null
  #speaking = false
  #silence = 0

  /** @param position - of the first frame */
  constructor({ threshold, silence }: Endpointing, position: number) {
    this.#threshold = threshold
    this.#silenceFrames = Math.ceil((silence * SAMPLE_RATE) / FRAME_SAMPLES)
    this.#position = position
    this.#lastEnd = position
  }

  /** Whether speech has started and not ended. */
  get speaking(): boolean {
    return this.#speaking
  }

  /** Samples of silence since the last frame of speech. */
  get silence(): number {
    return this.#silence * FRAME_SAMPLES
  }

  /** All audio before this position is silence, or speech whose end was returned. */
  get undecided(): number {
    return Math.max(this.#lastEnd, (this.#start ?? this.#position) - MARGIN)
  }

  push(probability: number): Endpoint | null {
    const frame = this.#position
    this.#position += FRAME_SAMPLES
    if (probability >= this.#threshold) {
      this.#start ??= frame
      this.#silence = 0
    } else if (this.#silence > 0 || probability < this.#threshold - HYSTERESIS) this.#silence++

    if (this.#start === null) return null
    if (!this.#speaking) {
      // A click rather than speech.
      if (this.silence >= MIN_SILENCE || this.#silence >= this.#silenceFrames) this.#start = null
      else if (this.#silence === 0 && this.#position - this.#start >= MIN_SPEECH) {
        this.#speaking = true
        return { type: 'start', position: Math.max(this.#lastEnd, this.#start - MARGIN) }
      }
      return null
    }
    return this.#silence >= this.#silenceFrames ? this.finish() : null
  }

  /** Ends the current speech at the end of the audio. */
  finish(): Endpoint | null {
    if (!this.#speaking) return null
    this.#speaking = false
    this.#start = null
    this.#lastEnd = Math.min(this.#position, this.#position - this.silence + MARGIN)
    return { type: 'end', position: this.#lastEnd }
  }
}
