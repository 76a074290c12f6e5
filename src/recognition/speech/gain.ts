/** How much a quiet voice is raised to the level that the models know. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Half a second: a click in it counts for little. */
export const LEVEL_WINDOW = SAMPLE_RATE / 2

/**
 * The level that the loudest half second is raised to (root mean square; full scale is 1): that of speech at 20 dB below
 * a loud voice, which the models take as it is. Of what is 20 dB quieter still, voice activity misses half, and at 30 dB
 * everything; raised, nothing.
 */
const LOUD = 0.025
const MAX_GAIN = 100

/** The factor for sound whose loudest half second has this level; what is loud stays as it is, and so does nothing. */
export function gainFor(level: number): number {
  return level === 0 ? 1 : Math.min(MAX_GAIN, Math.max(1, LOUD / level))
}

/** The level of the loudest half second, as windows of that length follow each other. */
export function levelOf(samples: Float32Array): number {
  let most = 0
  for (let at = 0; at < samples.length; at += LEVEL_WINDOW) {
    let energy = 0
    for (const sample of samples.subarray(at, at + LEVEL_WINDOW)) energy += sample ** 2
    most = Math.max(most, energy)
  }
  return Math.sqrt(most / LEVEL_WINDOW)
}

/** The samples made louder. */
export function amplify(samples: Float32Array, gain: number): Float32Array {
  return gain === 1 ? samples : samples.map((sample) => sample * gain)
}
