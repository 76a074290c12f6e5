import { AsyncResource } from 'node:async_hooks'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'

/**
 * Runs a task whenever it is woken, one run at a time. A wake during a run causes another run after it, so that a run always sees what
 * was stored before the wake. A failed run is repeated.
 */
export class WakeLoop {
  readonly #run: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #current: Promise<void> | null = null
  #isWokenAgain = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => Promise<void>, onError: (error: unknown) => void) {
    // Detaches runs from the request that woke the loop, which would otherwise appear in their logs and traces.
    this.#run = AsyncResource.bind(run)
    this.#onError = onError
  }

  /** Once true, a run in progress should return soon. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  wake(): void {
    if (this.#isClosed) return
    if (this.#current !== null) {
      this.#isWokenAgain = true
      return
    }
    clearTimeout(this.#timer)
    this.#current = this.#run()
      .catch((error: unknown) => {
        this.#onError(error)
        this.wakeIn(STORE_RETRY_MS)
      })
      .finally(() => {
        this.#current = null
        if (!this.#isWokenAgain) return
        this.#isWokenAgain = false
        this.wake()
      })
  }

  /** Wakes the loop after a delay, instead of at the time set by an earlier call. Does not keep the process alive. */
  wakeIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), ms).unref()
  }

  /** Begins no further run, and resolves when the current one has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#current
  }
}
