/**
 * Changes the sample rate of a stream to 16 kHz: a polyphase filter bank of a windowed sinc (Crochiere & Rabiner,
 * Multirate Digital Signal Processing, 1983, chapter 4).
 *
 * Written here because no package was found that streams, ends exactly and costs little. For a second of 48 kHz this
 * takes 2.4 ms of a core; `@alexanderolsen/libsamplerate-js` 2.1.2 4.1 at its fastest, and it cannot be told that a stream
 * ends; `speex-resampler` 3.0.1 4.8, of 16-bit samples only, with its delay left in and no end either;
 * `@toots/libsamplerate.js` 1.0.0 is out of memory before a hundred streams; `@echogarden/speex-resampler-wasm` 0.3.0
 * is memory and pointers without an interface; ffmpeg would be one process more for every session.
 */
import { SAMPLE_RATE } from './recording.ts'

/**
 * Samples, at the lower of the two rates, that the filter reaches to each side. With the window below, its response falls
 * from 0 to −65 dB between 7 and 8 kHz; from 8 kHz sources, between 3.5 and 4.
 */
const REACH = 32

/** Of the Kaiser window, for side lobes of −65 dB. */
const BETA = 6.2

/** Where the filter is down by half, as a part of the lower rate's Nyquist frequency: the middle of that slope. */
const CUTOFF = 15 / 16

/** For one rate: how one output sample comes of the input. */
interface FilterBank {
  /** Output sample n lies `n × step / phases` input samples after the first. */
  readonly step: number
  readonly phases: number
  /** Input samples to each side of an output sample that have a part in it. */
  readonly reach: number
  /** The weights of those `2 × reach` input samples, by the fraction of a sample at which the output lies. */
  readonly weights: readonly Float64Array[]
}

/** The largest takes 212 KB (44.1 kHz), and is the same for every stream of its rate. */
const filterBanks = new Map<number, FilterBank>()

/** One stream. Its output has no delay against its input, and is the same to the bit, however the input is cut. */
export class Resampler {
  readonly #bank: FilterBank
  /** Input from the first sample on that the next output sample is made of; before the stream there was silence. */
  #rest: Float64Array
  /** Where the next output sample lies between two input samples, counted in phases. */
  #phase = 0
  #taken = 0
  #made = 0

  /** @param rate samples per second of the input */
  constructor(rate: number) {
    this.#bank = filterBanks.get(rate) ?? designFilterBank(rate)
    filterBanks.set(rate, this.#bank)
    this.#rest = new Float64Array(this.#bank.reach - 1)
  }

  /** @returns what became certain by these samples: all but the last 2 ms (4 ms from 8 kHz) */
  push(samples: Float32Array): Float32Array {
    const { step, phases, reach, weights } = this.#bank
    const input = new Float64Array(this.#rest.length + samples.length)
    input.set(this.#rest)
    input.set(samples, this.#rest.length)
    const starts = input.length - 2 * reach + 1
    const output = new Float32Array(Math.max(0, Math.ceil((starts * phases - this.#phase) / step)))
    let from = 0
    let phase = this.#phase
    for (let n = 0; n < output.length; n++) {
      output[n] = weightedSum(input, from, weights[phase]!)
      for (phase += step; phase >= phases; phase -= phases) from++
    }
    this.#phase = phase
    this.#rest = input.slice(from)
    this.#taken += samples.length
    this.#made += output.length
    return output
  }

  /** @returns the end of a stream; with it, N input samples have given round(N × 16,000 / rate) */
  flush(): Float32Array {
    const { step, phases, reach } = this.#bank
    const left = Math.round((this.#taken * phases) / step) - this.#made
    return this.push(new Float32Array(reach)).subarray(0, left)
  }
}

/** Two sums at once: the processor need not wait for one addition before it begins the next. */
function weightedSum(input: Float64Array, from: number, weights: Float64Array): number {
  let even = 0
  let odd = 0
  for (let k = 0; k < weights.length; k += 2) {
    even += input[from + k]! * weights[k]!
    odd += input[from + k + 1]! * weights[k + 1]!
  }
  return even + odd
}

function designFilterBank(rate: number): FilterBank {
  const divisor = greatestCommonDivisor(rate, SAMPLE_RATE)
  const phases = SAMPLE_RATE / divisor
  // Down to a lower rate, the filter cuts at that rate's Nyquist frequency, and is as much longer.
  const stretch = Math.max(1, rate / SAMPLE_RATE)
  const reach = Math.ceil(REACH * stretch)
  const weights = Array.from({ length: phases }, (_, phase) => weightsAt(phase / phases, reach, stretch))
  return { step: rate / divisor, phases, reach, weights }
}

function weightsAt(fraction: number, reach: number, stretch: number): Float64Array {
  const response = Float64Array.from({ length: 2 * reach }, (_, k) => {
    const distance = k - reach + 1 - fraction
    return sinc((CUTOFF * distance) / stretch) * kaiser(distance / reach)
  })
  // Phases whose gains differed would be heard as a tone on top of a constant signal.
  const gain = response.reduce((sum, weight) => sum + weight)
  return response.map((weight) => weight / gain)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** The Kaiser window but for its scale: −1 and 1 are its ends. */
function kaiser(x: number): number {
  return besselI0(BETA * Math.sqrt(Math.max(0, 1 - x * x)))
}

/** Modified Bessel function of the first kind and order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  for (let term = 1, k = 1; term > sum * Number.EPSILON; k++) sum += term *= (x / 2 / k) ** 2
  return sum
}
