/**
 * The bytes of received audio, each file under a UUID that the caller chooses.
 *
 * The bytes and the database row that refers to them cannot be written atomically. The protocol in `intake/uploads.ts`
 * ensures that neither remains without the other.
 *
 * The bytes never move. Moving them to a final place would break the path for a decoder that is opening it, and on
 * object storage it would be a copy.
 */
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

/** Reads a file that has just been stored. */
export type Inspect = (path: string) => Promise<void>

export interface AudioFiles {
  /** @throws if files cannot be stored at present */
  check(): Promise<void>
  /**
   * Stores what `chunks` yields, one chunk at a time, durably. A failure may leave part of the file behind.
   * @param inspect called with a local path to the stored file, which is valid until it settles; its errors are rethrown
   */
  write(id: string, chunks: AsyncIterable<Uint8Array>, inspect?: Inspect): Promise<void>
  /** Stores a local file that no longer changes, as `write` does. The file itself stays. */
  adopt(id: string, path: string): Promise<void>
  /** Deletes a file, complete or not. Does nothing if the file does not exist. */
  remove(id: string): Promise<void>
  /** Size in bytes; null if there is no such file. */
  size(id: string): Promise<number | null>
  /** The sizes in bytes of all files of a shard, complete or not, by id. */
  shard(shard: string): Promise<Map<string, number>>
  /** The bytes, or those of `range`. */
  read(id: string, range?: ByteRange): Readable
  /** Calls `use` with a local path to the file, valid until it settles. For programs that read files. */
  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T>
  /** A URL from which anyone can download the file for a limited time, as `filename`; null if the storage has none. */
  url(id: string, filename: string): Promise<string | null>
}

/** Files are divided into shards by the first two digits of their ids. */
export const SHARDS: readonly string[] = Array.from({ length: 256 }, (_, n) =>
  n.toString(16).padStart(2, '0'),
)

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/**
 * Paths and keys are made from UUIDs only.
 * @throws {TypeError} for anything else
 */
export function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError(`not an audio file id: ${id}`)
  return id
}
