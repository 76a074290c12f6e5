/** Raises quiet speech to the level that the models expect. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Half a second: long enough that a click hardly affects the level. */
export const LEVEL_WINDOW = SAMPLE_RATE / 2

/**
 * The RMS level that the loudest half second is raised to (full scale is 1). It is the level of speech 20 dB below a loud
 * voice, which needs no gain. Without gain, voice activity detection misses half of the speech that is 20 dB quieter
 * still, and all of it at 30 dB; with gain, none.
 */
const TARGET_LEVEL = 0.025
const MAX_GAIN = 100

/** The gain for audio whose loudest half second has this level: 1 if it is loud enough or silent. */
export function gainFor(level: number): number {
  return level === 0 ? 1 : Math.min(MAX_GAIN, Math.max(1, TARGET_LEVEL / level))
}

/** The RMS level of the loudest half second, over consecutive windows of that length. */
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
  // Ten times as fast as `map`.
  const amplified = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) amplified[i] = samples[i]! * gain
  return amplified
}
