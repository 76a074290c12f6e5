/**
 * Audio as it was received: what the rest of the service may ask of the place where the bytes lie.
 *
 * Bytes and the database row that names them cannot be written in one step, so each file goes through two:
 *
 * 1. `receive` first sets a mark ("a file of this id may be without a row"), then stores the bytes. Both are durable
 *    when it returns.
 * 2. The caller commits the row, then calls `keep`, which takes the mark away.
 *
 * A crash before the commit leaves a mark without a row: `recover`, at the next start, deletes mark and bytes. A crash
 * after it leaves a mark with a row: `recover` takes the mark away. So no row is ever without its bytes and, once
 * recovered, no bytes are without a row. Starting costs one question per mark, however many files are kept.
 *
 * To delete a file, commit first that its row counts no more, then `remove` the bytes, then forget the row: a crash in
 * between leaves a row that says there is still something to remove, and `remove` may be called again.
 *
 * The bytes never move: moving them from a waiting room to their place would pull the path from under a decoder that
 * is just opening it, and on object storage would mean a copy.
 */
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

export interface AudioFiles {
  /**
   * Stores a stream under a new id, never more than a piece of it in memory. Leaves nothing behind when it fails.
   *
   * @throws {FileTooLargeError} when the stream holds more than `maxBytes`
   */
  receive(stream: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile>
  /**
   * Takes in a file that lies on this machine and no longer changes, as `receive` does. The file itself stays: whoever
   * has it deletes it when the row is committed.
   */
  adopt(path: string): Promise<ReceivedFile>
  /** To be called when the row of a received file is committed. */
  keep(id: string): Promise<void>
  /** Deletes a file, kept or not. One that is not there is no error. */
  remove(id: string): Promise<void>
  /** Bytes; null when there is no such file. */
  size(id: string): Promise<number | null>
  /** The bytes, or those of `range`. */
  read(id: string, range?: ByteRange): Readable
  /** Lends `use` a local path to the bytes, for a program that reads files; not to be used after `use` settles. */
  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T>
  /**
   * To be called once at start, before anything is received: settles what a crash left. `isKnown` says whether a row
   * names the file. Storage that several processes share must let marks alone that may be another's upload.
   */
  recover(isKnown: (id: string) => Promise<boolean>): Promise<void>
}

export interface ReceiveOptions {
  maxBytes: number
  /** Heeded whenever the stream gives a piece, and at once when it is a `Readable`, which is then destroyed. */
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
