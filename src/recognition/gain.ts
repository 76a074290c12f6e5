/** How much a quiet voice is raised to the level that the models know. */

/**
 * The level that the loudest half second is raised to (root mean square; full scale is 1): that of speech at 20 dB below
 * a loud voice, which the models take as it is. Of what is 20 dB quieter still, voice activity misses half, and at 30 dB
 * everything; raised, nothing.
 */
const LOUD = 0.025
const GREATEST_GAIN = 100

/** The factor for sound whose loudest half second has this level; what is loud stays as it is, and so does nothing. */
export function gainFor(level: number): number {
  return level === 0 ? 1 : Math.min(GREATEST_GAIN, Math.max(1, LOUD / level))
}

/** The samples made louder. */
export function amplified(samples: Float32Array, gain: number): Float32Array {
  return gain === 1 ? samples : samples.map((sample) => sample * gain)
}
