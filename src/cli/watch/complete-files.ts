/** Files that are put into a folder, once they are complete. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { watch } from 'chokidar'
import { isAudioName } from '../transcribe/inputs.ts'

/** Looks at a file that may be complete, in the time for which it must not change. */
const LOOKS = 5

/** Tells which files have not changed for a while. */
export class Settling {
  readonly #milliseconds: number
  readonly #states = new Map<string, { readonly state: string; readonly since: number }>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Whether a file has had this state for long enough; it is then forgotten. */
  isSettled(path: string, state: string, now: number): boolean {
    const known = this.#states.get(path)
    if (known?.state !== state) this.#states.set(path, { state, since: now })
    else if (now - known.since >= this.#milliseconds) return this.#states.delete(path)
    return false
  }

  forget(path: string): void {
    this.#states.delete(path)
  }
}

/** What changes with the content of a file, and not with its name; null when there is no such file. */
export async function fingerprintOf(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() === true ? `${stats.ino}:${stats.size}:${stats.mtimeNs}` : null
}

export class CompleteFiles implements AsyncDisposable {
  readonly #settling: Settling
  readonly #incomplete = new Set<string>()
  readonly #watcher: ReturnType<typeof watch>
  readonly #timer: NodeJS.Timeout
  readonly #onComplete: (path: string) => void

  /** @param onComplete called with audio and video files at any depth: those that are there, new ones and those that change */
  constructor(
    folder: string,
    settleMs: number,
    hooks: { readonly onComplete: (path: string) => void; readonly onError: (error: unknown) => void },
  ) {
    this.#settling = new Settling(settleMs)
    this.#onComplete = hooks.onComplete
    const isHidden = (path: string) => path !== folder && basename(path).startsWith('.')
    this.#watcher = watch(folder, {
      followSymlinks: false,
      ignored: (path, stats) => isHidden(path) || (stats?.isFile() === true && !isAudioName(path)),
    })
      .on('add', (path) => this.again(path))
      .on('change', (path) => this.again(path))
      .on('error', hooks.onError)
    let isLooking = false
    this.#timer = setInterval(() => {
      if (isLooking) return
      isLooking = true
      void this.#look().finally(() => (isLooking = false))
    }, settleMs / LOOKS)
  }

  /** Waits once more until a file is complete. */
  again(path: string): void {
    this.#incomplete.add(path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#watcher.close()
  }

  async #look(): Promise<void> {
    for (const path of this.#incomplete) {
      const state = await fingerprintOf(path)
      if (state === null) this.#settling.forget(path)
      else if (!this.#settling.isSettled(path, state, performance.now())) continue
      this.#incomplete.delete(path)
      if (state !== null) this.#onComplete(path)
    }
  }
}
