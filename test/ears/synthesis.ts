/** Building blocks of sounds and music. */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'

export function sine(hertz: number, sample: number): number {
  return Math.sin((2 * Math.PI * hertz * sample) / SAMPLE_RATE)
}

/** Passes a band of frequencies: the band-pass filter of Robert Bristow-Johnson's Audio EQ Cookbook. */
export class Filter {
  #gain = 0
  #a1 = 0
  #a2 = 0
  #x = [0, 0]
  #y = [0, 0]

  /** @param q - the frequency divided by the bandwidth */
  tune(hertz: number, q: number): this {
    const angle = (2 * Math.PI * Math.min(hertz, 0.45 * SAMPLE_RATE)) / SAMPLE_RATE
    const alpha = Math.sin(angle) / (2 * q)
    this.#gain = alpha / (1 + alpha)
    this.#a1 = (-2 * Math.cos(angle)) / (1 + alpha)
    this.#a2 = (1 - alpha) / (1 + alpha)
    return this
  }

  next(sample: number): number {
    const [x1, x2] = this.#x as [number, number]
    const [y1, y2] = this.#y as [number, number]
    const y = this.#gain * (sample - x2) - this.#a1 * y1 - this.#a2 * y2
    this.#x = [sample, x1]
    this.#y = [y, y1]
    return y
  }
}

export function band(samples: Float32Array, hertz: number, q: number): Float32Array {
  const filter = new Filter().tune(hertz, q)
  return samples.map((sample) => filter.next(sample))
}

/** 6 dB less for each octave above a frequency. */
export function lowPass(samples: Float32Array, hertz: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE)
  let level = 0
  return samples.map((sample) => (level += share * (sample - level)))
}

/** Adds noise around a frequency that decays within a time: a click, a clap, a drop, a drum. */
export function addBurst(
  samples: Float32Array,
  at: number,
  { seconds, hertz, level }: { seconds: number; hertz: number; level: number },
  random: () => number,
): void {
  const filter = new Filter().tune(hertz, 2)
  const from = Math.floor(at)
  const to = Math.min(samples.length, from + Math.round(4 * seconds * SAMPLE_RATE))
  for (let i = from; i < to; i++)
    samples[i]! += level * filter.next(2 * random() - 1) * Math.exp(-(i - from) / (seconds * SAMPLE_RATE))
}
