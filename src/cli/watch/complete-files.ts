/** Finds files that are put into a folder, once they are complete. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAudioName } from '../transcribe/inputs.ts'

/** Scans within the time for which a file must not change. */
const LOOKS = 5
/** Pause between scans, as a multiple of the time of a scan. A scan of 100,000 files takes 3 s, so they cost 5 % of a core. */
const PAUSE = 20

interface Seen {
  readonly state: string
  /** When the state was first seen, or `again` was called. */
  since: number
  isReported: boolean
}

/** Tells which files have not changed for a while. Each is reported once, and again after it has changed or disappeared. */
export class Settling {
  readonly #milliseconds: number
  #seen = new Map<string, Seen>()
  #seenBefore = new Map<string, Seen>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Starts another scan. */
  begin(): void {
    this.#seenBefore = this.#seen
    this.#seen = new Map()
  }

  /** Whether to report a file whose state is now this one. */
  isSettled(path: string, state: string, now: number): boolean {
    const before = this.#seenBefore.get(path)
    const seen = before?.state === state ? before : { state, since: now, isReported: false }
    this.#seen.set(path, seen)
    if (seen.isReported || now - seen.since < this.#milliseconds) return false
    return (seen.isReported = true)
  }

  /** Makes a file be reported again, after the same time. */
  again(path: string, now: number): void {
    const seen = this.#seen.get(path) ?? this.#seenBefore.get(path)
    if (seen !== undefined) Object.assign(seen, { since: now, isReported: false })
  }
}

/** A value that changes with the content of a file, but not with its name; null if there is no such file. */
export async function fingerprintOf(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() === true ? `${stats.ino}:${stats.size}:${stats.mtimeNs}` : null
}

/**
 * Scans the whole folder again and again. Network file systems do not report changes, and chokidar 5 misses files that
 * are put into a new folder after it has read it and before it watches it (its issue 1471).
 */
export class CompleteFiles implements AsyncDisposable {
  readonly #folder: string
  readonly #settling: Settling
  readonly #onComplete: (path: string) => void
  readonly #closed = new AbortController()
  readonly #looking: Promise<void>

  /** @param onComplete called with audio and video files at any depth: those that are there, new ones and those that change */
  constructor(
    folder: string,
    settleMs: number,
    hooks: { readonly onComplete: (path: string) => void; readonly onError: (error: unknown) => void },
  ) {
    this.#folder = folder
    this.#settling = new Settling(settleMs)
    this.#onComplete = hooks.onComplete
    this.#looking = this.#run(settleMs / LOOKS).catch((error: unknown) => {
      if (!this.#closed.signal.aborted) hooks.onError(error)
    })
  }

  /** Reports a file again once it is complete. */
  again(path: string): void {
    this.#settling.again(path, performance.now())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort()
    await this.#looking
  }

  async #run(pauseMs: number): Promise<void> {
    const { signal } = this.#closed
    for (;;) {
      const begun = performance.now()
      await this.#look()
      const took = performance.now() - begun
      await delay(Math.max(pauseMs, took * PAUSE), null, { signal })
    }
  }

  async #look(): Promise<void> {
    this.#settling.begin()
    for await (const path of audioIn(this.#folder)) {
      const state = await fingerprintOf(path)
      this.#closed.signal.throwIfAborted()
      if (state !== null && this.#settling.isSettled(path, state, performance.now())) this.#onComplete(path)
    }
  }
}

/** Paths of the files in a folder with names of audio or video. Does not follow links to folders. */
async function* audioIn(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* audioIn(path)
    else if (isAudioName(path)) yield path
  }
}

/** The entries of a folder; none if it was removed. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
