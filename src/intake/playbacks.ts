import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AudioError } from '../audio/audio-error.ts'
import { peaksJson } from '../audio/peaks.ts'
import { makePlayable } from '../audio/playable.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { syncFile } from '../platform/files/durable.ts'
import { FairScheduler } from '../jobs/fair-scheduler.ts'
import type { DerivedFiles, StoredFile } from '../jobs/stored-file.ts'
import type { FileStore } from '../store/jobs/file-store.ts'
import type { Uploads } from './uploads.ts'

export interface PlaybackParts {
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly rows: Pick<FileStore, 'derived' | 'addDerived'>
  readonly log: Logger
}

export interface PlaybackOptions {
  /** Path of the ffmpeg executable. */
  readonly ffmpeg: string
  /** Folder for what is being made. */
  readonly folder: string
}

/** Files worked on at a time for one account, and one more in all, as for probes. */
const SLOTS_PER_ACCOUNT = availableParallelism()

/** Milliseconds before a file is tried again after a failure. */
const RETRY_MS = 60_000

/** A file that is worked on, or whose last attempt has failed. */
interface Attempt {
  /** Seconds of its audio that are done. */
  seconds: number
  failure: { readonly error: unknown } | null
}

/**
 * Makes playable audio and its peaks of received files, when they are first asked for. They are files of their own in the
 * storage of audio, and have the life cycle of uploads: an entry before their bytes, then their rows, which are deleted with
 * those of their source. A process works on a file once; if two processes do, the rows of the first one stay.
 */
export class Playbacks {
  readonly #parts: PlaybackParts
  readonly #options: PlaybackOptions
  readonly #turns = new FairScheduler({ slots: SLOTS_PER_ACCOUNT + 1, perAccount: SLOTS_PER_ACCOUNT })
  /** By the id of the source. */
  readonly #attempts = new Map<string, Attempt>()
  readonly #working = new Set<Promise<void>>()
  readonly #closed = new AbortController()

  constructor(parts: PlaybackParts, options: PlaybackOptions) {
    this.#parts = parts
    this.#options = options
  }

  /**
   * What was made of a file, or how far that is, 0–1. The first call begins it.
   * @throws the error of an attempt that failed less than a minute ago, such as AudioError
   */
  async of(account: number, file: StoredFile): Promise<DerivedFiles | { fraction: number }> {
    if (!this.#attempts.has(file.id)) {
      const made = await this.#parts.rows.derived(account, file.id)
      if (made !== null) return made
    }
    const { seconds, failure } = this.#attempts.get(file.id) ?? this.#begin(account, file)
    if (failure !== null) throw failure.error
    return { fraction: Math.min(1, Math.floor((seconds / file.duration) * 1000) / 1000) }
  }

  /** Ends what is in progress, and leaves nothing of it. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the service is closing'))
    await Promise.all(this.#working)
  }

  #begin(account: number, file: StoredFile): Attempt {
    const attempt: Attempt = { seconds: 0, failure: null }
    this.#attempts.set(file.id, attempt)
    const work = this.#turns
      .run(account, async () => this.#make(account, file, attempt))
      .then(() => this.#attempts.delete(file.id))
      .catch((error: unknown) => {
        attempt.failure = { error }
        setTimeout(() => this.#attempts.delete(file.id), RETRY_MS).unref()
        if (!this.#closed.signal.aborted && !(error instanceof AudioError))
          this.#parts.log.error({ err: error, file: file.id }, 'audio could not be made playable')
      })
      .finally(() => this.#working.delete(work)) as Promise<void>
    this.#working.add(work)
    return attempt
  }

  async #make(account: number, file: StoredFile, attempt: Attempt): Promise<void> {
    const { uploads, rows } = this.#parts
    this.#closed.signal.throwIfAborted()
    const { playback, peaks: measured } = await this.#encode(file, attempt)
    const stored = [playback]
    let isAdded = false
    try {
      const { id: peaks } = await uploads.receive(Readable.from(peaksJson(measured)), { maxBytes: Infinity })
      stored.push(peaks)
      isAdded = await rows.addDerived(account, file.id, { playback, peaks })
    } finally {
      if (!isAdded) for (const id of stored) await uploads.discard(id)
    }
  }

  /** Stores playable audio. @returns its id, and its peaks */
  async #encode({ id, duration, channels }: StoredFile, attempt: Attempt) {
    const { ffmpeg, folder } = this.#options
    const target = join(folder, `${randomUUID()}.m4a`)
    try {
      const peaks = await this.#parts.files.withLocalCopy(id, async (path) =>
        makePlayable(path, target, {
          ...{ ffmpeg, channels, maxSeconds: duration, signal: this.#closed.signal },
          onProgress: (seconds) => (attempt.seconds = seconds),
        }),
      )
      await syncFile(target)
      return { playback: (await this.#parts.uploads.adopt(target)).id, peaks }
    } finally {
      await rm(target, { force: true })
    }
  }
}
