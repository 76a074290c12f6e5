/** The peaks of audio over time, for drawing its waveform. */

/** The lowest and the highest sample of each channel in each pixel. */
export interface Peaks {
  readonly channels: number
  /** Samples per second of the audio. */
  readonly rate: number
  readonly samplesPerPixel: number
  /** For each pixel, for each channel: the lowest and the highest sample, 8-bit. */
  readonly data: Int8Array
}

/** How many numbers to write at a time: at most 64 KB of text. */
const WRITTEN = 2 ** 14

/** Measures samples as they arrive. */
export class PeakMeter {
  readonly #channels: number
  readonly #samplesPerPixel: number
  /** Grows by doubling: 20 pixels a second take 0.3 MB for two hours of one channel. */
  #data = new Int8Array(2 ** 16)
  /** Index of the current pixel in `#data`. */
  #at = 0
  /** Samples of all channels in the current pixel so far. */
  #count = 0

  constructor(channels: number, samplesPerPixel: number) {
    this.#channels = channels
    this.#samplesPerPixel = samplesPerPixel
  }

  /** @param samples 16-bit, interleaved; a frame may be spread over two calls */
  add(samples: Int16Array): void {
    const perPixel = this.#samplesPerPixel * this.#channels
    for (let from = 0; from < samples.length;) {
      if (this.#count === perPixel) this.#next()
      const to = Math.min(samples.length, from + perPixel - this.#count)
      this.#measure(samples, from, to)
      this.#count += to - from
      from = to
    }
  }

  /** The peaks of all samples so far. */
  peaks(): Omit<Peaks, 'rate'> {
    const end = this.#count === 0 ? this.#at : this.#at + 2 * this.#channels
    return {
      channels: this.#channels,
      samplesPerPixel: this.#samplesPerPixel,
      data: this.#data.subarray(0, end),
    }
  }

  /** Measures samples of the current pixel, one channel at a time: 2 ns per sample. */
  #measure(samples: Int16Array, from: number, to: number): void {
    const channels = this.#channels
    for (let channel = 0; channel < channels; channel++) {
      const at = this.#at + 2 * channel
      const skipped = (channel - (this.#count % channels) + channels) % channels
      let low = this.#count + skipped < channels ? 127 : this.#data[at]!
      let high = this.#count + skipped < channels ? -128 : this.#data[at + 1]!
      for (let i = from + skipped; i < to; i += channels) {
        const sample = samples[i]! >> 8
        if (sample < low) low = sample
        if (sample > high) high = sample
      }
      this.#data[at] = low
      this.#data[at + 1] = high
    }
  }

  #next(): void {
    this.#count = 0
    this.#at += 2 * this.#channels
    if (this.#at + 2 * this.#channels <= this.#data.length) return
    const larger = new Int8Array(2 * this.#data.length)
    larger.set(this.#data)
    this.#data = larger
  }
}

/** Peaks as JSON in the format of the BBC's audiowaveform, in parts. */
export function* peaksJson({ channels, rate, samplesPerPixel, data }: Peaks): Generator<Buffer> {
  const head = { version: 2, channels, sample_rate: rate, samples_per_pixel: samplesPerPixel, bits: 8 }
  const length = data.length / (2 * channels)
  yield Buffer.from(`${JSON.stringify({ ...head, length }).slice(0, -1)},"data":[`)
  for (let at = 0; at < data.length; at += WRITTEN) {
    yield Buffer.from(`${at === 0 ? '' : ','}${data.subarray(at, at + WRITTEN).join()}`)
  }
  yield Buffer.from(']}')
}
