import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AudioError } from '../audio/audio-error.ts'
import { makeClip } from '../audio/clip.ts'
import { peaksJson } from '../audio/peaks.ts'
import { makePlayable } from '../audio/playable.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { syncFile } from '../platform/files/durable.ts'
import { FairScheduler } from '../jobs/fair-scheduler.ts'
import type { DerivedFiles, StoredFile } from '../jobs/stored-file.ts'
import type { FileStore } from '../store/jobs/file-store.ts'
import type { ShareInfo, ShareStore } from '../store/jobs/share-store.ts'
import type { Uploads } from './uploads.ts'

export interface PlaybackParts {
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly rows: Pick<FileStore, 'derived' | 'addDerived'>
  readonly shares: Pick<ShareStore, 'clip' | 'addClip'>
  readonly log: Logger
}

export interface PlaybackOptions {
  /** Path of the ffmpeg executable. */
  readonly ffmpeg: string
  /** Folder for temporary files. */
  readonly folder: string
}

/** Files worked on concurrently for one account; there is one more slot in total, as for probes. */
const SLOTS_PER_ACCOUNT = availableParallelism()

/** How long after a failure a file may be tried again. */
const RETRY_MS = 60_000

/** How to make a derived file. */
interface Making<Made> {
  /** Returns what was made before; null if nothing was. */
  readonly made: () => Promise<Made | null>
  readonly make: (attempt: Attempt) => Promise<void>
}

/** A running or failed attempt to make a derived file. */
interface Attempt {
  /** Seconds of audio already encoded. */
  seconds: number
  failure: { readonly error: unknown } | null
}

/**
 * Makes playable audio and peaks of received files, and the clips of shares, when they are first requested. These are files
 * of their own in the storage of audio, with the life cycle of uploads: an entry before their bytes, then their rows, which
 * are deleted with those of their source, or with their share. A process works on a file only once at a time; if two
 * processes do, the rows of the first one stay.
 */
export class Playbacks {
  readonly #parts: PlaybackParts
  readonly #options: PlaybackOptions
  readonly #turns = new FairScheduler({ slots: SLOTS_PER_ACCOUNT + 1, perAccount: SLOTS_PER_ACCOUNT })
  /** By id of the source, or of the share. */
  readonly #attempts = new Map<string, Attempt>()
  readonly #working = new Set<Promise<void>>()
  readonly #closed = new AbortController()

  constructor(parts: PlaybackParts, options: PlaybackOptions) {
    this.#parts = parts
    this.#options = options
  }

  /**
   * The files derived from a file, or the progress of making them, 0–1. The first call starts that.
   * @throws the error of an attempt that failed less than a minute ago, such as AudioError
   */
  async of(account: number, file: StoredFile): Promise<DerivedFiles | { fraction: number }> {
    const { rows } = this.#parts
    return this.#once(account, file, file.id, {
      made: async () => rows.derived(account, file.id),
      make: async (attempt) => this.#make(account, file, attempt),
    })
  }

  /** The file with the audio that a share includes, or the progress of making it, as with {@link of}. */
  async ofShare(file: StoredFile, share: ShareInfo): Promise<{ clip: string } | { fraction: number }> {
    const { shares } = this.#parts
    const { account, id, from, to } = share
    const whole = await this.of(account, file)
    if (!('playback' in whole)) return whole
    const { playback } = whole
    if (from === null && to === null) return { clip: playback }
    return this.#once(account, file, id, {
      made: async () => {
        const clip = await shares.clip(share, file.id)
        return clip === null ? null : { clip }
      },
      make: async () => {
        const clip = await this.#encode(async (target) =>
          this.#parts.files.withLocalCopy(playback, async (path) =>
            makeClip(path, target, {
              ...{ ffmpeg: this.#options.ffmpeg, signal: this.#closed.signal },
              ...{ from: from ?? 0, to: to ?? file.duration },
            }),
          ),
        )
        await this.#add([clip.id], async () => shares.addClip(share, file.id, clip.id))
      },
    })
  }

  /** Aborts all attempts, which clean up after themselves. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the service is closing'))
    await Promise.all(this.#working)
  }

  /** What was made under a key, or the progress of the attempt; starts one if there is none. */
  async #once<Made>(
    account: number,
    file: StoredFile,
    key: string,
    { made, make }: Making<Made>,
  ): Promise<Made | { fraction: number }> {
    if (!this.#attempts.has(key)) {
      const found = await made()
      if (found !== null) return found
    }
    const { seconds, failure } = this.#attempts.get(key) ?? this.#begin(account, file, key, make)
    if (failure !== null) throw failure.error
    return { fraction: Math.min(1, Math.floor((seconds / file.duration) * 1000) / 1000) }
  }

  #begin(account: number, file: StoredFile, key: string, make: Making<unknown>['make']): Attempt {
    const attempt: Attempt = { seconds: 0, failure: null }
    this.#attempts.set(key, attempt)
    const work = this.#turns
      .run(account, async () => {
        this.#closed.signal.throwIfAborted()
        await make(attempt)
      })
      .then(() => this.#attempts.delete(key))
      .catch((error: unknown) => {
        attempt.failure = { error }
        setTimeout(() => this.#attempts.delete(key), RETRY_MS).unref()
        if (!this.#closed.signal.aborted && !(error instanceof AudioError))
          this.#parts.log.error({ err: error, file: file.id }, 'audio could not be made playable')
      })
      .finally(() => this.#working.delete(work)) as Promise<void>
    this.#working.add(work)
    return attempt
  }

  async #make(account: number, file: StoredFile, attempt: Attempt): Promise<void> {
    const { uploads, rows } = this.#parts
    const { ffmpeg } = this.#options
    const { id: playback, made: measured } = await this.#encode(async (target) =>
      this.#parts.files.withLocalCopy(file.id, async (path) =>
        makePlayable(path, target, {
          ...{ ffmpeg, channels: file.channels, maxSeconds: file.duration, signal: this.#closed.signal },
          onProgress: (seconds) => (attempt.seconds = seconds),
        }),
      ),
    )
    const stored = [playback]
    await this.#add(stored, async () => {
      const { id: peaks } = await uploads.receive(Readable.from(peaksJson(measured)), { maxBytes: Infinity })
      stored.push(peaks)
      return rows.addDerived(account, file.id, { playback, peaks })
    })
  }

  /** Adds the rows of stored files. Deletes the files if no rows are added. */
  async #add(stored: readonly string[], add: () => Promise<boolean>): Promise<void> {
    let isAdded = false
    try {
      isAdded = await add()
    } finally {
      if (!isAdded) for (const id of stored) await this.#parts.uploads.discard(id)
    }
  }

  /** Stores audio that `encode` writes to a local path. @returns its id, and what `encode` returned */
  async #encode<Made>(encode: (target: string) => Promise<Made>): Promise<{ id: string; made: Made }> {
    const target = join(this.#options.folder, `${randomUUID()}.m4a`)
    try {
      const made = await encode(target)
      await syncFile(target)
      return { id: (await this.#parts.uploads.adopt(target)).id, made }
    } finally {
      await rm(target, { force: true })
    }
  }
}
