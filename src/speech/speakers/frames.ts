/** The frames of the speaker model. They are Kaldi's, because the model was trained on them. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Samples at {@link SAMPLE_RATE} between the starts of two frames: 10 ms. */
export const FRAME_STEP = SAMPLE_RATE / 100

/** Length of a frame in samples at {@link SAMPLE_RATE}: 25 ms. */
export const FRAME_LENGTH = SAMPLE_RATE / 40

/** Numbers in the cepstrum of a frame. */
export const CEPSTRA = 23

/** Neighbouring frames that the network needs for each frame, half of them on either side. */
export const CONTEXT = 14

/**
 * Frames over which the running mean is computed, centred on each frame: 3 s, as in the training of the speaker model.
 * The mean contains the effect of the microphone or line on the audio.
 */
const WINDOW = 300

/**
 * Subtracts the running mean from rows of `count` numbers. At the ends, the window is shifted inwards rather than
 * shortened (as in Kaldi's `apply-cmvn-sliding --center`).
 */
export function withoutRunningMean(rows: Float32Array, count: number): Float32Array {
  const window = Math.min(WINDOW, count)
  const result = new Float32Array(rows.length)
  const sums = new Float64Array(count + 1)
  for (let row = 0; row < rows.length; row += count) {
    for (let i = 0; i < count; i++) sums[i + 1] = sums[i]! + rows[row + i]!
    for (let i = 0; i < count; i++) {
      const from = Math.min(Math.max(0, i - (window >> 1)), count - window)
      result[row + i] = rows[row + i]! - (sums[from + window]! - sums[from]!) / window
    }
  }
  return result
}
