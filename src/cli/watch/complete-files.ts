/** Files that are put into a folder, once they are complete. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAudioName } from '../transcribe/inputs.ts'

/** Looks at a file that may be complete, in the time for which it must not change. */
const LOOKS = 5
/** Pause between two looks, as a multiple of the time of one: 100,000 files, at which a look takes 3 s, cost 5 % of a core. */
const PAUSE = 20

interface Seen {
  readonly state: string
  /** When it was seen with this state first, or was to be told again. */
  since: number
  isTold: boolean
}

/** Tells which files have not changed for a while: each once, and once more after it has changed or was away. */
export class Settling {
  readonly #milliseconds: number
  #seen = new Map<string, Seen>()
  #seenBefore = new Map<string, Seen>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Begins another look at all files. */
  begin(): void {
    this.#seenBefore = this.#seen
    this.#seen = new Map()
  }

  /** Whether a file that has this state now is to be told. */
  isSettled(path: string, state: string, now: number): boolean {
    const before = this.#seenBefore.get(path)
    const seen = before?.state === state ? before : { state, since: now, isTold: false }
    this.#seen.set(path, seen)
    if (seen.isTold || now - seen.since < this.#milliseconds) return false
    return (seen.isTold = true)
  }

  /** Tells a file once more, after the same time. */
  again(path: string, now: number): void {
    const seen = this.#seen.get(path) ?? this.#seenBefore.get(path)
    if (seen !== undefined) Object.assign(seen, { since: now, isTold: false })
  }
}

/** What changes with the content of a file, and not with its name; null when there is no such file. */
export async function fingerprintOf(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() === true ? `${stats.ino}:${stats.size}:${stats.mtimeNs}` : null
}

/**
 * Looks at the whole folder again and again. Network file systems do not tell of changes, and chokidar 5 misses files
 * that are put into a new folder between its reading it and watching it (its issue 1471).
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

  /** Waits once more until a file is complete. */
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

/** Paths of the files in a folder whose names are those of audio or video; follows no links to folders. */
async function* audioIn(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* audioIn(path)
    else if (isAudioName(path)) yield path
  }
}

/** What is in a folder, which may have been removed. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
