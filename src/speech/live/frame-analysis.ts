/** Gain and voice activity of one live channel, frame by frame, reported about once a second. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { amplify } from '../analysis/gain.ts'
import { FRAME_SAMPLES, type VoiceActivityStream } from '../analysis/voice-activity.ts'
import { LiveGain } from './live-gain.ts'
import type { PreProcessedBlock } from './live-stream.ts'

const BLOCK_FRAMES = Math.round(SAMPLE_RATE / FRAME_SAMPLES)

export class FrameAnalysis {
  readonly #voiceActivity: VoiceActivityStream
  readonly #report: (block: PreProcessedBlock) => void
  readonly #liveGain = new LiveGain()
  #gain = 1
  #position: number
  #block: { start: number; probability: number; frames: number }

  /** @param start - position of the first frame, in samples from the start of the session */
  constructor(voiceActivity: VoiceActivityStream, start: number, report: (block: PreProcessedBlock) => void) {
    this.#voiceActivity = voiceActivity
    this.#report = report
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
   * Judges the next frames.
   * @param onFrame - called for each frame, when position and gain are those of that frame, with its probability of speech
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
