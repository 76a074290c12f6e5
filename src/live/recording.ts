/** The sound of a session on disk: a WAV file from its first byte, that only grows. */
import { type FileHandle, open } from 'node:fs/promises'
import { bytesPerSecond, frameBytes, type LiveFormat } from '../audio/live-format.ts'
import { wavHeader } from '../audio/wav-header.ts'

/** Sound that waits to be written, and who waits for it. */
interface Waiting {
  readonly bytes: Uint8Array
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * One session's file. Positions and sizes are bytes of sound, the header left out; where a client's frame was cut does
 * not matter, so sound may end in the middle of a sample.
 */
export class Recording {
  readonly path: string
  readonly format: LiveFormat
  readonly #file: FileHandle
  readonly #headerBytes: number
  readonly #onWritten: (position: number, bytes: Uint8Array) => void
  #size: number
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #writing: Promise<void> | null = null

  private constructor(
    path: string,
    file: FileHandle,
    format: LiveFormat,
    headerBytes: number,
    size: number,
    onWritten: (position: number, bytes: Uint8Array) => void,
  ) {
    this.path = path
    this.#file = file
    this.format = format
    this.#headerBytes = headerBytes
    this.#size = size
    this.#onWritten = onWritten
  }

  /**
   * Opens the file, which is made when it is not there, or when a crash left less of it than a header.
   * @param onWritten told of sound that can be read now, in order
   */
  static async open(
    path: string,
    format: LiveFormat,
    onWritten: (position: number, bytes: Uint8Array) => void,
  ): Promise<Recording> {
    const header = wavHeader(format, null)
    const file = await open(path, 'a+').then(async (made) => {
      await made.close()
      return open(path, 'r+')
    })
    const { size } = await file.stat()
    if (size < header.length) await file.write(header, 0, header.length, 0)
    return new Recording(path, file, format, header.length, Math.max(0, size - header.length), onWritten)
  }

  /** Bytes of sound that are written. */
  get size(): number {
    return this.#size
  }

  /** Bytes of sound that wait to be written. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Length of what is written, in whole samples. */
  get seconds(): number {
    return Math.floor(this.#size / frameBytes(this.format)) / this.format.sampleRate
  }

  /** Size of the file. */
  get fileBytes(): number {
    return this.#headerBytes + this.#size
  }

  /** Seconds from the start at which a byte lies. */
  timeOf(position: number): number {
    return position / bytesPerSecond(this.format)
  }

  /**
   * Adds sound at the end. Settles when it is on the disk and not only on its way there: while one sync runs, what
   * comes meanwhile gathers, and is written and synced as one.
   */
  append(bytes: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ bytes, resolve, reject })
    this.#waitingBytes += bytes.length
    this.#writing ??= this.#write()
    return promise
  }

  /** Up to `length` bytes of written sound from a position; fewer only at the end. */
  async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - position)))
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, this.#headerBytes + position)
    return buffer.subarray(0, bytesRead)
  }

  /** Writes the true sizes into the header. The file can still be read and added to. */
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
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        const [first] = batch
        const bytes = batch.length === 1 && first ? first.bytes : Buffer.concat(batch.map((one) => one.bytes))
        this.#waitingBytes -= bytes.length
        await this.#writeAll(bytes)
        const position = this.#size
        this.#size += bytes.length
        this.#onWritten(position, bytes)
        await this.#file.datasync()
        for (const one of batch) one.resolve()
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
    }
    // Not a microtask later: what is added in between would wait for ever.
    this.#writing = null
  }

  /** A write may be cut short by a full disk, before the next one fails. */
  async #writeAll(bytes: Uint8Array): Promise<void> {
    const start = this.#headerBytes + this.#size
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, start + done)
      done += bytesWritten
    }
  }
}
