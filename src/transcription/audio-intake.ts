import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
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
type WriteRow = (file: StoredFile) => Promise<void>

/** An upload is looked at by a decoder that takes a core for some seconds: there are no more of them than cores. */
const LOOKS_AT_A_TIME = availableParallelism()

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
  readonly #look = pLimit(LOOKS_AT_A_TIME)

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
  async upload(
    account: number,
    stream: AsyncIterable<Uint8Array>,
    filename: string,
    signal: AbortSignal,
  ): Promise<StoredFile> {
    const write: WriteRow = async (file) => this.#rows.add(account, file)
    return this.#take(stream, safeFileName(filename), null, write, signal)
  }

  /**
   * Takes in what a URL answers.
   * @param write writes the row of the file, once it is found good
   * @throws {FetchError} when it cannot be fetched
   * @throws {AudioError} when it is no audio that can be used
   */
  async fetch(url: string, write: WriteRow, signal: AbortSignal): Promise<StoredFile> {
    const { maxBytes, fetchSeconds } = this.#options
    const options = { maxBytes, totalTimeout: fetchSeconds * 1000, signal }
    return this.#fetch(url, options, async ({ body, url: found, headers }) => {
      // A server may say it twice; then they come as a list, whatever the types say.
      const [disposition] = [headers['content-disposition']].flat()
      return this.#take(body, fetchedFileName(found, disposition), url, write, signal)
    })
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
    write: WriteRow,
    signal: AbortSignal,
  ): Promise<StoredFile> {
    const { maxBytes, maxSeconds, ffmpeg } = this.#options
    const { id, size } = await this.#bytes.receive(stream, { maxBytes, signal })
    try {
      const look = async (path: string) => this.#look(async () => probe(path, { ffmpeg, maxSeconds, signal }))
      const { duration, channels } = await this.#bytes.withLocalCopy(id, look)
      signal.throwIfAborted()
      const file = { id, filename, extension: extensionOf(filename), source, size, duration, channels }
      await write(file)
      await this.#bytes.keep(id)
      return file
    } catch (error) {
      // Once its row is written it stays: then this finds nothing, or `recover` keeps it at the next start.
      if (!(await this.#rows.exists(id))) await this.#bytes.remove(id)
      throw error
    }
  }
}
