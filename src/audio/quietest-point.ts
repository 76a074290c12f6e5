import { SAMPLE_RATE } from './recording.ts'

/** Short enough to fit between two words, longer than the closure of a plosive. */
const WINDOW = 0.1 * SAMPLE_RATE

/** The middle of the quietest tenth of a second, as an index into the samples: the best place to cut. */
export function quietestPoint(samples: Float32Array): number {
  let energy = 0
  let least = Infinity
  let at = samples.length / 2
  for (let i = 0; i < samples.length; i++) {
    energy += samples[i]! ** 2
    if (i >= WINDOW) energy -= samples[i - WINDOW]! ** 2
    if (i >= WINDOW - 1 && energy < least) {
      least = energy
      at = i + 1 - WINDOW / 2
    }
  }
  return Math.round(at)
}
