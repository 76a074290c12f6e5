/** Raises quiet voices to the level that the models expect. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Half a second, in which a click counts for little. */
export const LEVEL_WINDOW = SAMPLE_RATE / 2

/**
 * The level that the loudest half second is raised to (root mean square; full scale is 1): that of speech 20 dB below a
 * loud voice, which needs no gain. Of speech 20 dB quieter still, voice activity misses half, at 30 dB everything; with
 * the gain, nothing.
 */
const TARGET_LEVEL = 0.025
const MAX_GAIN = 100

/** The factor for audio whose loudest half second has this level: 1 if it is loud, or silent. */
export function gainFor(level: number): number {
  return level === 0 ? 1 : Math.min(MAX_GAIN, Math.max(1, TARGET_LEVEL / level))
}

/** The level of the loudest half second, of consecutive windows of that length. */
export function levelOf(samples: Float32Array): number {
  let max = 0
  for (let at = 0; at < samples.length; at += LEVEL_WINDOW) {
    let energy = 0
    for (const sample of samples.subarray(at, at + LEVEL_WINDOW)) energy += sample ** 2
    max = Math.max(max, energy)
  }
  return Math.sqrt(max / LEVEL_WINDOW)
}

export function amplify(samples: Float32Array, gain: number): Float32Array {
  if (gain === 1) return samples
  // A tenth of the time of `map`.
  const amplified = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) amplified[i] = samples[i]! * gain
  return amplified
}
