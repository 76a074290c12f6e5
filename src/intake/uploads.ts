import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { NodeId } from '../jobs/node.ts'
import type { AudioFiles, Inspect } from '../platform/files/audio-files.ts'
import type { UploadStore } from '../store/jobs/upload-store.ts'

/** Files to delete per call of `collect`. */
const COLLECT_BATCH = 100

export interface ReceiveOptions {
  readonly maxBytes: number
  /** Aborts at the next chunk; if the stream is a `Readable`, immediately, by destroying it. */
  readonly signal?: AbortSignal
  /** Reads the file once it is stored. If this throws, the upload fails. */
  readonly inspect?: Inspect
}

export interface ReceivedFile {
  /** A random UUID. */
  readonly id: string
  /** Bytes. */
  readonly size: number
}

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'

  constructor(maxBytes: number) {
    const limit = maxBytes.toLocaleString('en')
    super(`The file is larger than ${limit} bytes; send a shorter or a compressed recording.`)
  }
}

/**
 * Stores and deletes audio such that, whenever a node is killed, every row has its bytes, and all bytes have a row or an
 * entry in the table of uploads:
 *
 * 1. `receive` and `adopt` commit an entry with this node as the owner, then store the bytes.
 * 2. The caller adds the row of the file. The same transaction deletes the entry, and fails if there is none.
 * 3. The transaction that deletes the row adds an entry without an owner, and the caller calls `remove`.
 *
 * `collect` cleans up after killed nodes: it deletes the bytes of entries without a living owner, and then the entries. A
 * node that was declared dead while it was merely slow fails in the second step.
 */
export class Uploads {
  readonly #files: AudioFiles
  readonly #entries: UploadStore
  readonly #node: NodeId

  /** @param node the id of this node */
  constructor(files: AudioFiles, entries: UploadStore, node: NodeId) {
    this.#files = files
    this.#entries = entries
    this.#node = node
  }

  /**
   * Stores a stream under a new id, one chunk at a time. Leaves nothing behind if it fails.
   * @throws {FileTooLargeError} if the stream has more than `maxBytes`
   */
  async receive(stream: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
    const { maxBytes, signal, inspect } = options
    let size = 0
    async function* limited(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) throw new FileTooLargeError(maxBytes)
        signal?.throwIfAborted()
        yield chunk
      }
    }
    let stored: Promise<string> | undefined
    const store = async (chunks: AsyncIterable<Uint8Array>) => {
      stored = this.#store(async (id) => this.#files.write(id, limited(chunks), inspect))
      await stored
    }
    try {
      // The pipeline handles errors from the start: a stream may fail while the entry is still being committed.
      await pipeline(stream, store, signal ? { signal } : {})
      return { id: await stored!, size }
    } catch (error) {
      // An aborted pipeline does not wait until writing and deleting have ended.
      await stored?.catch(() => {})
      throw error
    }
  }

  /**
   * Stores a local file that no longer changes, under a new id. The file itself stays; the caller deletes it once the row
   * is committed. Leaves nothing behind if it fails.
   */
  async adopt(path: string): Promise<ReceivedFile> {
    const { size } = await stat(path)
    return { id: await this.#store(async (id) => this.#files.adopt(id, path)), size }
  }

  /** Deletes the bytes of a file, unless its row has been added. If this fails, `collect` deletes them. */
  async discard(id: string): Promise<void> {
    if (await this.#entries.release(id)) await this.remove(id)
  }

  /** Deletes the bytes of a file whose row was deleted. If this fails, `collect` deletes them. */
  async remove(id: string): Promise<void> {
    await this.#files.remove(id)
    await this.#entries.forget(id)
  }

  /** Deletes a batch of files that no living node is responsible for. @returns whether there may be more */
  async collect(): Promise<boolean> {
    const ids = await this.#entries.releaseAbandoned(COLLECT_BATCH)
    for (const id of ids) await this.remove(id)
    return ids.length === COLLECT_BATCH
  }

  async #store(write: (id: string) => Promise<void>): Promise<string> {
    const id = randomUUID()
    await this.#entries.begin(id, this.#node)
    try {
      await write(id)
      return id
    } catch (error) {
      await this.discard(id).catch(() => {}) // if this fails too, `collect` deletes the bytes
      throw error
    }
  }
}
