/** The gain of one live channel, for which the audio to come is not known yet. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { gainFor } from '../analysis/gain.ts'
import { FRAME_SAMPLES } from '../analysis/voice-activity.ts'

/** Half a second, as for recordings. */
const WINDOW_FRAMES = Math.round(SAMPLE_RATE / 2 / FRAME_SAMPLES)

/** The level of the loudest half second decays by half in 30 s, so that a quieter second speaker is raised in the end. */
const DECAY = 0.5 ** (FRAME_SAMPLES / SAMPLE_RATE / 30)

/** Follows the loudest half second. A sudden loud voice lowers the gain with its first frame. */
export class LiveGain {
  readonly #energies = new Float64Array(WINDOW_FRAMES)
  #next = 0
  #level = 0

  /** The factor for a frame. */
  push(frame: Float32Array): number {
    let energy = 0
    for (const sample of frame) energy += sample ** 2
    this.#energies[this.#next] = energy
    this.#next = (this.#next + 1) % WINDOW_FRAMES
    let sum = 0
    for (const own of this.#energies) sum += own
    this.#level = Math.max(this.#level * DECAY, Math.sqrt(sum / (WINDOW_FRAMES * FRAME_SAMPLES)))
    return gainFor(this.#level)
  }
}
