/** An append-only file of a session: its audio or its journal. */
import { EventEmitter } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import type { KeptLog } from '../jobs/live.ts'

/** Bytes that wait to be written. */
interface PendingWrite {
  readonly bytes: Uint8Array
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How to restore a kept log whose last commits were lost with a primary of the database. */
export interface Restoring {
  /** Makes bytes to replace `length` bytes that no node has any more. */
  readonly filler: (length: number) => Uint8Array
  /** Maximum bytes to restore at once, as one row. If the node dies in between, the next one finds a smaller gap. */
  readonly maxBytes: number
}

interface LogFileEvents {
  /** Bytes at a position can be read now. Emitted in order. */
  written: [position: number, bytes: Uint8Array]
}

/**
 * Positions and sizes are bytes after the file's header. What arrives while a batch is being written becomes the next
 * batch.
 *
 * A kept log is stored in the database, and survives the loss of this machine. The file is then a partial copy, which
 * starts empty, since copying hours of audio when opening it would take long: appended bytes are copied immediately, and
 * earlier ones once they are read, or when the file is completed.
 */
export class LogFile extends EventEmitter<LogFileEvents> {
  readonly path: string
  readonly #file: FileHandle
  readonly #headerBytes: number
  readonly #kept: KeptLog | null
  readonly #restoring: Restoring
  #size: number
  /** Position up to which everything was stored in the kept log. Whatever it lacks before that, it has lost. */
  #keptTo: number
  /** Where the copy begins; 0 without a kept log. */
  #copiedFrom: number
  /** Resolves once the copies so far are made; they run one after the other. */
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

  /** Opens the file. Writes its header if it is new, or if a crash left less than a header. */
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

  /** Bytes written so far. */
  get size(): number {
    return this.#size
  }

  /** Bytes that wait to be written. */
  get pendingBytes(): number {
    return this.#pendingBytes
  }

  /**
   * Appends bytes. Resolves once they survive a crash of the process; in a kept log, once they are stored there. After a
   * failure, the next bytes take the place of those that failed.
   */
  append(bytes: Uint8Array): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pending.push({ bytes, resolve, reject })
    this.#pendingBytes += bytes.length
    // Start after everything else in this turn has been appended.
    this.#writing ??= Promise.resolve().then(async () => this.#write())
    return promise
  }

  /** Makes what was written survive a power cut. A kept log already does. */
  async sync(): Promise<void> {
    if (this.#kept === null) await this.#file.datasync()
  }

  /** Reads up to `length` written bytes from a position; fewer only at the end. */
  async read(position: number, length: number): Promise<Buffer> {
    await this.#copyFrom(position)
    return this.#readAt(position, Math.max(0, Math.min(length, this.#size - position)))
  }

  /** Stores again what the kept log has lost: the bytes of the copy, and the filler for those before its start. */
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

  /** Resolves once the file contains everything that was written before this call. */
  async complete(): Promise<void> {
    await this.#copyFrom(0)
    await this.#writing
  }

  /** Removes everything after a position. */
  async truncate(position: number): Promise<void> {
    await this.#writing
    await this.#kept?.truncate(position)
    await this.#file.truncate(this.#headerBytes + position)
    this.#size = position
    this.#keptTo = position
    this.#copiedFrom = Math.min(this.#copiedFrom, position)
  }

  /** Durably replaces the header by one of the same length. */
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
    // Must run in the same turn as the check above: bytes appended in between would never be written.
    this.#writing = null
  }

  /** Extends the copy so that it begins at a position, if it begins later. */
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

  /** Repeats short writes: a full disk may cut one short before the next one fails. */
  async #writeAt(position: number, bytes: Uint8Array): Promise<void> {
    const start = this.#headerBytes + position
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, start + done)
      done += bytesWritten
    }
  }
}
