/** Computes gain and voice activity of one live channel, frame by frame, and reports them about once a second. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { amplify, gainFor } from '../analysis/gain.ts'
import { FRAME_SAMPLES, type VoiceActivityStream } from '../analysis/voice-activity.ts'
import type { PreProcessedBlock } from './live-stream.ts'
import type { RecentAudio } from './recent-audio.ts'

const BLOCK_FRAMES = Math.round(SAMPLE_RATE / FRAME_SAMPLES)

export class FrameAnalysis {
  readonly #voiceActivity: VoiceActivityStream
  readonly #report: (block: PreProcessedBlock) => void
  readonly #amplified: RecentAudio | null
  readonly #liveGain = new LiveGain()
  #gain = 1
  #position: number
  #block: { start: number; probability: number; frames: number }

  /**
   * @param start - position of the first frame, in samples from the start of the session
   * @param amplified - receives the audio with the gain of each frame applied
   */
  constructor(
    voiceActivity: VoiceActivityStream,
    start: number,
    report: (block: PreProcessedBlock) => void,
    amplified: RecentAudio | null,
  ) {
    this.#voiceActivity = voiceActivity
    this.#report = report
    this.#amplified = amplified
    this.#position = start
    this.#block = { start, probability: 0, frames: 0 }
  }

  /** The end of the last frame. */
  get position(): number {
    return this.#position
  }

  /** The gain of the last frame. */
  get gain(): number {
    return this.#gain
  }

  /**
   * Analyses the next frames.
   * @param onFrame - called for each frame with its probability of speech, while position and gain are those of the frame
   */
  async push(samples: Float32Array, onFrame: (probability: number) => void): Promise<void> {
    const amplified = new Float32Array(samples.length)
    const gains: number[] = []
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      const frame = samples.subarray(at, at + FRAME_SAMPLES)
      const gain = this.#liveGain.push(frame)
      amplified.set(amplify(frame, gain), at)
      gains.push(gain)
    }
    this.#amplified?.append(amplified)
    const end = this.#position + samples.length
    for (const [i, probability] of (await this.#voiceActivity.push(amplified)).entries()) {
      this.#gain = gains[i]!
      this.#position = Math.min(this.#position + FRAME_SAMPLES, end)
      this.#block.probability = Math.max(this.#block.probability, probability)
      this.#block.frames++
      if (this.#block.frames === BLOCK_FRAMES) this.finish()
      onFrame(probability)
    }
  }

  /** Reports the frames since the last report. */
  finish(): void {
    const { start, probability, frames } = this.#block
    if (frames > 0)
      this.#report({
        range: [start / SAMPLE_RATE, this.#position / SAMPLE_RATE],
        speechProbability: probability,
        gainDb: 20 * Math.log10(this.#gain),
      })
    this.#block = { start: this.#position, probability: 0, frames: 0 }
  }
}

/** Half a second, as for recordings. */
const WINDOW_FRAMES = Math.round(SAMPLE_RATE / 2 / FRAME_SAMPLES)

/** The level of the loudest half second decays by half in 30 s, so that a quieter second speaker is eventually amplified. */
const DECAY = 0.5 ** (FRAME_SAMPLES / SAMPLE_RATE / 30)

/**
 * The gain of one live channel. Since future audio is unknown, it follows the loudest half second so far. A sudden loud
 * voice lowers the gain at its first frame.
 */
class LiveGain {
  readonly #energies = new Float64Array(WINDOW_FRAMES)
  #next = 0
  #level = 0

  /** The gain for a frame. */
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
