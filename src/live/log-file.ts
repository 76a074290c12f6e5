/** A file of a session that only grows: its audio or its journal. */
import { EventEmitter } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import type { KeptLog } from '../jobs/live.ts'

/** Bytes that wait to be written. */
interface PendingWrite {
  readonly bytes: Uint8Array
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How a log is kept again whose last commits were lost with a primary of the database. */
export interface Restoring {
  /** Bytes to take the place of so many that no node has any more. */
  readonly filler: (length: number) => Uint8Array
  /** Most bytes that are kept again at once, as one row; if the node is lost then, the next one finds a smaller gap. */
  readonly maxBytes: number
}

interface LogFileEvents {
  /** Bytes at a position can be read now; emitted in order. */
  written: [position: number, bytes: Uint8Array]
}

/**
 * Positions and sizes are bytes behind the file's header. What arrives while a batch is written becomes the next one.
 *
 * A kept log survives the machine. The file is then a copy of its end, made anew when it is opened, as all of a recording of hours
 * would take long: what is appended is copied, and what is before that once it is read, or when the file is completed.
 */
export class LogFile extends EventEmitter<LogFileEvents> {
  readonly path: string
  readonly #file: FileHandle
  readonly #headerBytes: number
  readonly #kept: KeptLog | null
  readonly #restoring: Restoring
  #size: number
  /** Up to here everything was kept. What the kept log lacks before, it has lost. */
  #keptTo: number
  /** Where the copy begins; 0 without a kept log. */
  #copiedFrom: number
  /** Settles when the copies so far are made, each after the one before it. */
  #copying: Promise<void> = Promise.resolve()
  #pending: PendingWrite[] = []
  #pendingBytes = 0
  #writing: Promise<void> | null = null

  private constructor(
    path: string,
    file: FileHandle,
    headerBytes: number,
    size: number,
    kept: KeptLog | null,
    restoring: Restoring,
  ) {
    super()
    this.path = path
    this.#file = file
    this.#headerBytes = headerBytes
    this.#size = size
    this.#keptTo = size
    this.#kept = kept
    this.#restoring = restoring
    this.#copiedFrom = kept === null ? 0 : size
  }

  /** Opens the file. Writes its header where it is new, or where a crash left less than a header. */
  static async open(
    path: string,
    header: Uint8Array,
    kept: KeptLog | null,
    restoring: Restoring,
  ): Promise<LogFile> {
    await (await open(path, kept === null ? 'a+' : 'w')).close()
    await using opened = new AsyncDisposableStack()
    const file = opened.use(await open(path, 'r+'))
    if (kept !== null) await file.truncate(header.length + (await kept.size()))
    const { size } = await file.stat()
    if (kept !== null || size < header.length) await file.write(header, 0, header.length, 0)
    opened.move()
    return new LogFile(path, file, header.length, Math.max(0, size - header.length), kept, restoring)
  }

  /** Bytes that are written. */
  get size(): number {
    return this.#size
  }

  /** Bytes that wait to be written. */
  get pendingBytes(): number {
    return this.#pendingBytes
  }

  /**
   * Appends bytes. Settles when they survive a crash of the process; those of a kept log when they are kept.
   * After a failure, the next bytes take the place of those that failed.
   */
  append(bytes: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pending.push({ bytes, resolve, reject })
    this.#pendingBytes += bytes.length
    // Once all that is appended in this turn is there.
    this.#writing ??= Promise.resolve().then(async () => this.#write())
    return promise
  }

  /** Settles when what was written survives a power cut. What is kept does so already. */
  async sync(): Promise<void> {
    if (this.#kept === null) await this.#file.datasync()
  }

  /** Reads up to `length` written bytes from a position; fewer only at the end. */
  async read(position: number, length: number): Promise<Buffer> {
    await this.#copyFrom(position)
    return this.#readAt(position, Math.max(0, Math.min(length, this.#size - position)))
  }

  /** Keeps again what is no longer kept: the copy's bytes, and the filler for those before the copy begins. */
  async restore(): Promise<void> {
    const kept = this.#kept
    if (kept === null) return
    const { filler, maxBytes } = this.#restoring
    for (const { from, to } of await kept.gaps(this.#keptTo))
      for (let start = from; start < to; start += maxBytes) {
        const end = Math.min(start + maxBytes, to)
        const copied = Math.min(Math.max(start, this.#copiedFrom), end)
        const parts = [filler(copied - start), await this.#readAt(copied, end - copied)]
        await kept.append(start, Buffer.concat(parts))
      }
  }

  /** Settles when the file has all that was written before this call. */
  async complete(): Promise<void> {
    await this.#copyFrom(0)
    await this.#writing
  }

  /** Removes everything from a position on. */
  async truncate(position: number): Promise<void> {
    await this.#writing
    await this.#kept?.truncate(position)
    await this.#file.truncate(this.#headerBytes + position)
    this.#size = position
    this.#keptTo = position
    this.#copiedFrom = Math.min(this.#copiedFrom, position)
  }

  /** Replaces the header by one of the same length. Durable when it returns. */
  async replaceHeader(header: Uint8Array): Promise<void> {
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
        await this.#writeAt(this.#size, bytes)
        const position = this.#size
        this.#size += bytes.length
        this.emit('written', position, bytes)
        await this.#kept?.append(position, bytes)
        this.#keptTo = position + bytes.length
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    // In the same turn as the check above: bytes appended a microtask later would never be written.
    this.#writing = null
  }

  /** Lets the copy begin at a position, if it begins later. */
  async #copyFrom(position: number): Promise<void> {
    const kept = this.#kept
    if (kept === null || position >= this.#copiedFrom) return
    const copying = this.#copying.then(async () => {
      if (position >= this.#copiedFrom) return
      await this.restore()
      await kept.copy(position, this.#copiedFrom, async (at, bytes) => this.#writeAt(at, bytes))
      this.#copiedFrom = position
    })
    this.#copying = copying.catch(() => {})
    return copying
  }

  async #readAt(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length)
    const { bytesRead } = await this.#file.read(buffer, 0, length, this.#headerBytes + position)
    return buffer.subarray(0, bytesRead)
  }

  /** A full disk may cut a write short before the next one fails. */
  async #writeAt(position: number, bytes: Uint8Array): Promise<void> {
    const start = this.#headerBytes + position
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, start + done)
      done += bytesWritten
    }
  }
}
