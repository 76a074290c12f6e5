/**
 * The bytes of received audio, each file under a UUID that the caller chooses.
 *
 * The bytes and the database row that refers to them cannot be written in one step. `intake/uploads.ts` has the
 * protocol by which neither is left without the other.
 *
 * The bytes never move. Moving them to a final place would take the path away from a decoder that is opening it, and
 * on object storage it would be a copy.
 */
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

/** Reads a file that was just stored. */
export type Inspect = (path: string) => Promise<void>

export interface AudioFiles {
  /** @throws when files cannot be stored at present */
  check(): Promise<void>
  /**
   * Stores what `chunks` yields, a chunk at a time; durable when it returns. May leave some of it when it fails.
   * @param inspect called with a local path to what was stored, valid until it settles; if it throws, so does this
   */
  write(id: string, chunks: AsyncIterable<Uint8Array>, inspect?: Inspect): Promise<void>
  /** Stores a local file that no longer changes, as `write` does. The file itself stays. */
  adopt(id: string, path: string): Promise<void>
  /** Deletes a file, complete or not. A file that does not exist is no error. */
  remove(id: string): Promise<void>
  /** Size in bytes; null when there is no such file. */
  size(id: string): Promise<number | null>
  /** The sizes of all files of a shard, by their ids, complete or not. */
  shard(shard: string): Promise<Map<string, number>>
  /** The bytes, or those of `range`. */
  read(id: string, range?: ByteRange): Readable
  /** Calls `use` with a local path to the bytes, valid until it settles. For programs that read files. */
  withLocalCopy<T>(id: string, use: (path: string) => Promise<T>): Promise<T>
  /** A URL from which anyone can download the file under a name for a limited time; null when there are no such URLs. */
  url(id: string, filename: string): Promise<string | null>
}

/** All files are divided by the first two digits of their ids. */
export const SHARDS: readonly string[] = Array.from({ length: 256 }, (_, n) =>
  n.toString(16).padStart(2, '0'),
)

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/**
 * No path and no key is made from anything but a UUID.
 * @throws {TypeError} for anything else
 */
export function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError(`not an audio file id: ${id}`)
  return id
}
