/** The audio of a session on disk: a WAV file that only grows. */
import { EventEmitter } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { bytesPerSecond, frameBytes, type LiveFormat } from '../audio/live-format.ts'
import { wavHeader } from '../audio/wav-header.ts'
import type { LiveParams } from '../contract/live-request.ts'

/** The format of the audio that the client of a session sends. */
export function formatOf({ encoding, bit_depth, sample_rate: sampleRate, channels }: LiveParams): LiveFormat {
  // The other encodings have 8 bits, whatever the request says.
  return { encoding, bitDepth: encoding === 'wav/pcm' ? bit_depth : 8, sampleRate, channels }
}

/** Audio that waits to be written. */
interface PendingWrite {
  readonly bytes: Uint8Array
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface AudioEvents {
  /** Bytes at a position can be read now; emitted in order. */
  written: [position: number, bytes: Uint8Array]
}

/**
 * Positions and sizes are bytes of audio, without the header. Clients may cut their frames anywhere, so the audio may
 * end within a sample.
 */
export class SessionAudio extends EventEmitter<AudioEvents> {
  readonly path: string
  readonly format: LiveFormat
  readonly #file: FileHandle
  readonly #headerBytes: number
  #size: number
  #pending: PendingWrite[] = []
  #pendingBytes = 0
  #writing: Promise<void> | null = null

  private constructor(
    path: string,
    format: LiveFormat,
    file: FileHandle,
    headerBytes: number,
    fileBytes: number,
  ) {
    super()
    this.path = path
    this.format = format
    this.#file = file
    this.#headerBytes = headerBytes
    this.#size = Math.max(0, fileBytes - headerBytes)
  }

  /** Opens the file. Writes its header where it is new, or where a crash left less than a header. */
  static async open(path: string, format: LiveFormat): Promise<SessionAudio> {
    const header = wavHeader(format, null)
    await (await open(path, 'a+')).close()
    await using opened = new AsyncDisposableStack()
    const file = opened.use(await open(path, 'r+'))
    const { size } = await file.stat()
    if (size < header.length) await file.write(header, 0, header.length, 0)
    opened.move()
    return new SessionAudio(path, format, file, header.length, size)
  }

  /** Bytes that are written. */
  get size(): number {
    return this.#size
  }

  /** Bytes that wait to be written. */
  get pendingBytes(): number {
    return this.#pendingBytes
  }

  /** Duration of what is written, in whole samples. */
  get seconds(): number {
    return Math.floor(this.#size / frameBytes(this.format)) / this.format.sampleRate
  }

  get bytesPerSecond(): number {
    return bytesPerSecond(this.format)
  }

  /**
   * Appends audio. Settles when it is durable. Audio that arrives during a sync is written and synced as one batch
   * after it.
   */
  append(bytes: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pending.push({ bytes, resolve, reject })
    this.#pendingBytes += bytes.length
    this.#writing ??= this.#write()
    return promise
  }

  /** Reads up to `length` written bytes from a position; fewer only at the end. */
  async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - position)))
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, this.#headerBytes + position)
    return buffer.subarray(0, bytesRead)
  }

  /** Writes the final sizes into the header. The file can still be read and appended to. */
  async seal(): Promise<void> {
    await this.#writing
    const header = wavHeader(this.format, this.#size)
    await this.#file.write(header, 0, header.length, 0)
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending
      this.#pending = []
      try {
        const [first] = batch
        const bytes = batch.length === 1 && first ? first.bytes : Buffer.concat(batch.map((one) => one.bytes))
        this.#pendingBytes -= bytes.length
        await this.#writeAll(bytes)
        const position = this.#size
        this.#size += bytes.length
        this.emit('written', position, bytes)
        await this.#file.datasync()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    // In the same turn as the check above: audio appended a microtask later would never be written.
    this.#writing = null
  }

  /** A full disk may cut a write short before the next one fails. */
  async #writeAll(bytes: Uint8Array): Promise<void> {
    const start = this.#headerBytes + this.#size
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, start + done)
      done += bytesWritten
    }
  }
}
