import { probe } from '../audio/probe.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import { extensionOf, fetchedFileName, safeFileName } from '../files/file-names.ts'
import type { FileStore } from '../jobs/job-store.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'

/** What audio is taken in, and how. */
export interface IntakeOptions {
  readonly ffmpeg: string
  readonly maxBytes: number
  readonly maxSeconds: number
  /** Seconds that fetching a URL may take. */
  readonly fetchSeconds: number
}

/** Writes the row of a file that was found good. */
type Record = (file: StoredFile) => Promise<void>

/**
 * The way of audio into the house, the same for an upload and for a URL: its bytes to disk, a look at what they are,
 * a row, and only then its place among the kept files. A crash in between leaves neither bytes without a row nor a
 * row without bytes.
 */
export class AudioIntake {
  readonly #bytes: AudioFiles
  readonly #rows: FileStore
  readonly #fetch: GuardedFetch
  readonly #options: IntakeOptions

  constructor(bytes: AudioFiles, rows: FileStore, fetch: GuardedFetch, options: IntakeOptions) {
    this.#bytes = bytes
    this.#rows = rows
    this.#fetch = fetch
    this.#options = options
  }

  /**
   * Takes in what a client sends.
   * @throws {FileTooLargeError} when it is more than maxBytes
   * @throws {AudioError} when it is no audio that can be used
   */
  async upload(account: number, stream: AsyncIterable<Uint8Array>, filename: string): Promise<StoredFile> {
    return this.#take(stream, safeFileName(filename), null, async (file) => this.#rows.add(account, file))
  }

  /**
   * Takes in what a URL answers, and has it recorded for an account, or as `record` says.
   * @throws {FetchError} when it cannot be fetched
   * @throws {AudioError} when it is no audio that can be used
   */
  async fetch(url: string, record: number | Record, signal?: AbortSignal): Promise<StoredFile> {
    const { maxBytes, fetchSeconds } = this.#options
    const write: Record = typeof record === 'number' ? async (file) => this.#rows.add(record, file) : record
    return this.#fetch(
      url,
      { maxBytes, totalTimeout: fetchSeconds * 1000, ...(signal === undefined ? {} : { signal }) },
      async ({ body, url: found, headers }) =>
        this.#take(body, fetchedFileName(found, headers['content-disposition']), url, write, signal),
    )
  }

  /** Ends what a crash interrupted: half received files go, and those whose jobs were all deleted. */
  async recover(): Promise<void> {
    await this.#bytes.recover(async (id) => this.#rows.exists(id))
    for (const id of await this.#rows.removed()) await this.remove(id)
  }

  /** Deletes the bytes of a file that is marked as removed, then its row. */
  async remove(id: string): Promise<void> {
    await this.#bytes.remove(id)
    await this.#rows.forget(id)
  }

  async #take(
    stream: AsyncIterable<Uint8Array>,
    filename: string,
    source: string | null,
    record: Record,
    signal?: AbortSignal,
  ): Promise<StoredFile> {
    const { maxBytes, maxSeconds, ffmpeg } = this.#options
    const limits = signal === undefined ? {} : { signal }
    const { id, size } = await this.#bytes.receive(stream, { maxBytes, ...limits })
    try {
      const look = async (path: string) => probe(path, { ffmpeg, maxSeconds, ...limits })
      const { duration, channels } = await this.#bytes.withLocalCopy(id, look)
      const file = { id, filename, extension: extensionOf(filename), source, size, duration, channels }
      await record(file)
      await this.#bytes.keep(id)
      return file
    } catch (error) {
      // Once its row is written it stays: then this finds nothing, or `recover` keeps it at the next start.
      if (!(await this.#rows.exists(id))) await this.#bytes.remove(id)
      throw error
    }
  }
}
