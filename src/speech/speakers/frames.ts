/** The frames that the speaker model works on: Kaldi's, as the model was trained on them. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Samples at {@link SAMPLE_RATE} from the start of one frame to the next: 10 ms. */
export const FRAME_STEP = SAMPLE_RATE / 100

/** Length of a frame in samples at {@link SAMPLE_RATE}: 25 ms. */
export const FRAME_LENGTH = SAMPLE_RATE / 40

/** Numbers in the cepstrum of a frame. */
export const CEPSTRA = 23

/** Neighbouring frames that the network needs for each frame, half of them on either side. */
export const CONTEXT = 14

/**
 * Number of frames whose mean is subtracted from the frame in their middle: 3 s, as the speaker model was trained. The
 * mean carries what a microphone or a line does to the audio.
 */
const WINDOW = 300

/**
 * Subtracts the running mean from rows of `count` numbers. At the ends the window is moved inwards, not shortened (as in
 * Kaldi's `apply-cmvn-sliding --center`).
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
