import { availableParallelism } from 'node:os'
import { probe } from '../audio/probe.ts'
import { extensionOf, fetchedFileName, safeFileName } from '../platform/files/file-names.ts'
import { FairScheduler } from '../jobs/fair-scheduler.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { GuardedFetch } from '../platform/net/guarded-fetch.ts'
import type { FileStore } from '../store/jobs/file-store.ts'
import type { Uploads } from './uploads.ts'

export interface IntakeOptions {
  /** Path of the ffmpeg executable. */
  readonly ffmpeg: string
  /** Maximum size of a file. */
  readonly maxBytes: number
  /** Maximum duration of audio. */
  readonly maxSeconds: number
  /** Time limit for fetching a URL. */
  readonly fetchSeconds: number
  /** URLs fetched concurrently. */
  readonly fetches: number
  /** How long an unused upload is kept, in milliseconds. */
  readonly unusedMs: number
}

export interface IntakeParts {
  readonly uploads: Uploads
  readonly rows: FileStore
  readonly fetch: GuardedFetch
}

/** Writes the row of a file whose audio can be used. */
type WriteRow = (file: StoredFile) => Promise<void>

/**
 * Files probed concurrently for one account: one per core, because a probe keeps a core busy for seconds. There is one more
 * slot in total, so that one account never occupies all of them.
 */
const PROBES_PER_ACCOUNT = availableParallelism()

/** Unused uploads to delete at a time. */
const UNUSED_BATCH = 100

/** For whom audio is received. */
export interface Receiver {
  readonly account: number
  /** Aborts the reception. */
  readonly signal: AbortSignal
  /** How long it may wait for its turn to be fetched, and again to be probed; unlimited by default. */
  readonly maxWaitMs?: number
}

/** Maximum number of URLs fetched concurrently for one account, so that a slow server does not hold up other accounts. */
export function fetchesPerAccount(fetches: number): number {
  return Math.ceil(fetches / 2)
}

/** Receives audio, by upload or from a URL: stores the bytes, probes them, and writes the row. */
export class AudioIntake {
  readonly #uploads: Uploads
  readonly #rows: FileStore
  readonly #fetch: GuardedFetch
  readonly #options: IntakeOptions
  readonly #fetches: FairScheduler
  readonly #probes = new FairScheduler({ slots: PROBES_PER_ACCOUNT + 1, perAccount: PROBES_PER_ACCOUNT })

  constructor({ uploads, rows, fetch }: IntakeParts, options: IntakeOptions) {
    this.#uploads = uploads
    this.#rows = rows
    this.#fetch = fetch
    this.#options = options
    const { fetches: slots } = options
    this.#fetches = new FairScheduler({ slots, perAccount: fetchesPerAccount(slots) })
  }

  /**
   * Receives an upload.
   * @param write writes the row of the file
   * @throws {FileTooLargeError} if it exceeds maxBytes
   * @throws {AudioError} if its audio cannot be used
   * @throws {BusyError} if it has to wait too long
   */
  async upload(
    receiver: Receiver,
    stream: AsyncIterable<Uint8Array>,
    filename: string,
    write: WriteRow = async (file) => this.#rows.add(receiver.account, file),
  ): Promise<StoredFile> {
    return this.#receive(receiver, stream, safeFileName(filename), null, write)
  }

  /**
   * Receives the file at a URL.
   * @param write writes the row of the file
   * @throws {FetchError} if it cannot be fetched
   * @throws {AudioError} if its audio cannot be used
   * @throws {BusyError} if it has to wait too long
   */
  async fetch(receiver: Receiver, url: string, write: WriteRow): Promise<StoredFile> {
    const { account, signal, maxWaitMs } = receiver
    const { maxBytes, fetchSeconds } = this.#options
    const options = { maxBytes, totalTimeout: fetchSeconds * 1000, signal }
    const fetch = async () =>
      this.#fetch(url, options, async ({ body, url: found, headers }) => {
        // An array if the server sends the header twice, although the types say otherwise.
        const [disposition] = [headers['content-disposition']].flat()
        return this.#receive(receiver, body, fetchedFileName(found, disposition), url, write)
      })
    return this.#fetches.run(account, fetch, maxWaitMs)
  }

  /** Deletes a batch of the uploads that no job has used in time. @returns whether there may be more */
  async removeUnused(): Promise<boolean> {
    const ids = await this.#rows.removeUnused(Date.now() - this.#options.unusedMs, UNUSED_BATCH)
    for (const id of ids) await this.#uploads.remove(id)
    return ids.length === UNUSED_BATCH
  }

  /** Deletes an upload, unless a job uses it. */
  async discardUnused(id: string): Promise<void> {
    if (await this.#rows.removeIfUnused(id)) await this.#uploads.remove(id)
  }

  async #receive(
    { account, signal, maxWaitMs }: Receiver,
    stream: AsyncIterable<Uint8Array>,
    filename: string,
    source: string | null,
    write: WriteRow,
  ): Promise<StoredFile> {
    const { maxBytes, maxSeconds, ffmpeg } = this.#options
    let probed: Awaited<ReturnType<typeof probe>> | undefined
    const inspect = async (path: string) => {
      const run = async () => probe(path, { ffmpeg, maxSeconds, signal })
      probed = await this.#probes.run(account, run, maxWaitMs)
    }
    const { id, size } = await this.#uploads.receive(stream, { maxBytes, signal, inspect })
    try {
      const { duration, channels } = probed!
      signal.throwIfAborted()
      const file = { id, filename, extension: extensionOf(filename), source, size, duration, channels }
      await write(file)
      return file
    } catch (error) {
      await this.#uploads.discard(id)
      throw error
    }
  }
}
