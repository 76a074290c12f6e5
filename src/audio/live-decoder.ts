/** Decodes the bytes of a live session to one 16 kHz stream per channel. */
import { frameBytes, type LiveFormat } from './live-format.ts'
import { SAMPLE_RATE } from './recording.ts'
import { Resampler } from './resampler.ts'

/** One stream. The samples do not depend on how the bytes are split into chunks. */
export class LiveDecoder {
  readonly #format: LiveFormat
  readonly #frameBytes: number
  readonly #readSample: ReadSample
  /** One for each channel; none when the rate is 16 kHz. */
  readonly #resamplers: readonly Resampler[]
  /** The beginning of an incomplete frame (one sample of every channel). */
  #rest: Uint8Array = new Uint8Array()

  constructor(format: LiveFormat) {
    this.#format = format
    this.#frameBytes = frameBytes(format)
    this.#readSample = sampleReader(format)
    const { channels, sampleRate } = format
    const resampled = sampleRate === SAMPLE_RATE ? 0 : channels
    this.#resamplers = Array.from({ length: resampled }, () => new Resampler(sampleRate))
  }

  /**
   * @param bytes - as in a WAV file after its header; may be split anywhere, even within a sample
   * @returns the next samples of each channel, −1 … 1; at rates other than 16 kHz, up to 4 ms are held back
   */
  push(bytes: Uint8Array): Float32Array[] {
    const all = Buffer.concat([this.#rest, bytes])
    const frames = Math.floor(all.length / this.#frameBytes)
    this.#rest = all.subarray(frames * this.#frameBytes)
    return Array.from({ length: this.#format.channels }, (_, channel) => {
      const samples = this.#decode(all, frames, channel)
      return this.#resamplers[channel]?.push(samples) ?? samples
    })
  }

  /**
   * Ends the stream. An incomplete frame at its end is dropped.
   *
   * @returns the last samples of each channel; in total, N frames give round(N × 16,000 / rate) samples
   */
  flush(): Float32Array[] {
    const { channels } = this.#format
    return Array.from({ length: channels }, (_, i) => this.#resamplers[i]?.flush() ?? new Float32Array())
  }

  #decode(bytes: Uint8Array, frames: number, channel: number): Float32Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const samples = new Float32Array(frames)
    let offset = channel * (this.#frameBytes / this.#format.channels)
    for (let i = 0; i < frames; i++, offset += this.#frameBytes) samples[i] = this.#readSample(view, offset)
    return samples
  }
}

type ReadSample = (view: DataView, offset: number) => number

/** Samples in WAV files are little-endian, and signed except those of 8 bits. */
const READ_PCM: Readonly<Record<LiveFormat['bitDepth'], ReadSample>> = {
  8: (view, offset) => view.getUint8(offset) / 2 ** 7 - 1,
  16: (view, offset) => view.getInt16(offset, true) / 2 ** 15,
  24: (view, offset) => (view.getInt16(offset + 1, true) * 2 ** 8 + view.getUint8(offset)) / 2 ** 23,
  32: (view, offset) => view.getInt32(offset, true) / 2 ** 31,
}

function sampleReader({ encoding, bitDepth }: LiveFormat): ReadSample {
  if (encoding === 'wav/pcm') return READ_PCM[bitDepth]
  const law = encoding === 'wav/alaw' ? A_LAW : MU_LAW
  return (view, offset) => law[view.getUint8(offset)]!
}

/**
 * A-law of ITU-T G.711, for telephone speech, which encodes 13 bits in 8: the value of each byte, −1 … 1, on the scale of
 * 16-bit samples. The largest is 32,256 / 32,768.
 */
const A_LAW = tabulate((byte) => {
  const code = byte ^ 0x55
  const exponent = (code >> 4) & 7
  const mantissa = ((code & 15) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1)
  return code & 0x80 ? magnitude : -magnitude
})

/** The same for µ-law, which encodes 14 bits. The largest is 32,124 / 32,768. */
const MU_LAW = tabulate((byte) => {
  const code = ~byte
  const exponent = (code >> 4) & 7
  const biased = (((code & 15) << 3) + 132) << exponent
  return code & 0x80 ? 132 - biased : biased - 132
})

function tabulate(expand: (byte: number) => number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => expand(byte) / 32_768)
}
