/**
 * Audio files as they were received.
 *
 * The bytes and the database row that refers to them cannot be written in one step, so a file is stored in two:
 *
 * 1. `receive` first sets a mark ("this file may have no row"), then stores the bytes. Both are durable when it returns.
 * 2. The caller commits the row, then calls `keep`, which removes the mark.
 *
 * A crash before the commit leaves a mark without a row: at the next start `recover` deletes the mark and the bytes. A
 * crash after it leaves a mark with a row: `recover` removes the mark. So a row always has its bytes and, after
 * recovery, bytes always have a row. Recovery asks one question per mark, however many files there are.
 *
 * To delete a file, first commit that its row no longer counts, then `remove` the bytes, then delete the row. A crash in
 * between leaves a row that says what is still to be removed; `remove` may be called again.
 *
 * The bytes never move. Moving them to a final place would take the path away from a decoder that is opening it, and
 * on object storage it would be a copy.
 */
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

export interface AudioFiles {
  /**
   * Stores a stream under a new id, a chunk at a time. Leaves nothing behind when it fails.
   *
   * @throws {FileTooLargeError} when the stream holds more than `maxBytes`
   */
  receive(stream: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile>
  /**
   * Stores a local file that no longer changes, as `receive` does. The file itself stays; the caller deletes it once the
   * row is committed.
   */
  adopt(path: string): Promise<ReceivedFile>
  /** Confirms a file whose row is committed. */
  keep(id: string): Promise<void>
  /** Deletes a file, confirmed or not. A file that does not exist is no error. */
  remove(id: string): Promise<void>
  /** Size in bytes; null when there is no such file. */
  size(id: string): Promise<number | null>
  /** The bytes, or those of `range`. */
  read(id: string, range?: ByteRange): Readable
  /** Calls `use` with a local path to the bytes, valid until it settles. For programs that read files. */
  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T>
  /**
   * Cleans up after a crash. Called once at start, before anything is received. `isKnown` says whether a file has a row.
   * Storage shared by several processes must ignore marks that may belong to an upload in progress elsewhere.
   */
  recover(isKnown: (id: string) => Promise<boolean>): Promise<void>
}

export interface ReceiveOptions {
  maxBytes: number
  /** Observed with every chunk, and at once when the stream is a `Readable`, which is then destroyed. */
  signal?: AbortSignal
}

export interface ReceivedFile {
  /** A random UUID. */
  id: string
  /** Bytes. */
  size: number
}

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'

  constructor(maxBytes: number) {
    const limit = maxBytes.toLocaleString('en')
    super(`The file is larger than ${limit} bytes; send a shorter or a compressed recording.`)
  }
}
