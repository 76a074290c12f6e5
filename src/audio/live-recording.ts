/** The recording of a live session, read while it is being written. */
import { type FileHandle, open } from 'node:fs/promises'
import { LiveDecoder } from './live-decoder.ts'
import { frameBytes, type LiveFormat } from './live-format.ts'
import { type Recording, SAMPLE_RATE } from './recording.ts'
import { wavHeader } from './wav-header.ts'

/**
 * In seconds. The resampler needs some audio before the first sample and after the last; this is far more than the 4 ms
 * that it holds back.
 */
const MARGIN_SECONDS = 0.05

/** A WAV file that a session is writing, as a 16 kHz recording. None of it is kept in memory. */
export class LiveRecording implements Recording {
  readonly channels: number
  readonly samples: number
  readonly #file: FileHandle
  readonly #format: LiveFormat
  readonly #headerBytes: number
  readonly #frames: number

  private constructor(file: FileHandle, format: LiveFormat, headerBytes: number, frames: number) {
    this.#file = file
    this.#format = format
    this.#headerBytes = headerBytes
    this.#frames = frames
    this.channels = format.channels
    this.samples = Math.round((frames * SAMPLE_RATE) / format.sampleRate)
  }

  /** Opens what has been written so far. */
  static async open(path: string, format: LiveFormat): Promise<LiveRecording> {
    const file = await open(path, 'r')
    const { size } = await file.stat()
    const headerBytes = wavHeader(format, null).length
    // A crash may have left less than a header.
    const frames = Math.max(0, Math.floor((size - headerBytes) / frameBytes(format)))
    return new LiveRecording(file, format, headerBytes, frames)
  }

  async read(channel: number, from: number, to: number): Promise<Float32Array> {
    if (!(channel >= 0 && channel < this.channels)) throw new RangeError(`There is no channel ${channel}`)
    const start = Math.min(Math.max(from, 0), this.samples)
    const end = Math.min(Math.max(to, start), this.samples)
    const { sampleRate } = this.#format
    // Start at a whole second, where a frame coincides with a 16 kHz sample.
    const firstSecond = Math.max(0, Math.floor(start / SAMPLE_RATE - MARGIN_SECONDS))
    const firstFrame = firstSecond * sampleRate
    const lastFrame = Math.min(this.#frames, Math.ceil((end / SAMPLE_RATE + MARGIN_SECONDS) * sampleRate))
    const decoder = new LiveDecoder(this.#format)
    const decoded = decoder.push(await this.#bytes(firstFrame, lastFrame))[channel]!
    const rest = decoder.flush()[channel]!
    const all = new Float32Array(decoded.length + rest.length)
    all.set(decoded)
    all.set(rest, decoded.length)
    const offset = firstSecond * SAMPLE_RATE
    return all.slice(start - offset, end - offset)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #bytes(firstFrame: number, lastFrame: number): Promise<Buffer> {
    const size = frameBytes(this.#format)
    const bytes = Buffer.alloc(Math.max(0, lastFrame - firstFrame) * size)
    const position = this.#headerBytes + firstFrame * size
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.#file.read(bytes, done, bytes.length - done, position + done)
      if (bytesRead === 0) throw new Error('The recording has become shorter since it was opened')
      done += bytesRead
    }
    return bytes
  }
}
