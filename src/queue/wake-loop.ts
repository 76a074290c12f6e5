import { AsyncResource } from 'node:async_hooks'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'

/**
 * Runs a task whenever it is woken, one run at a time. A wake during a run causes another run after it, so nothing that
 * was stored before the wake is missed; a run that fails is repeated.
 */
export class WakeLoop {
  readonly #run: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #current: Promise<void> | null = null
  #isWokenAgain = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => Promise<void>, onError: (error: unknown) => void) {
    // A run is no part of the request that woke it, which its logs and traces would otherwise name.
    this.#run = AsyncResource.bind(run)
    this.#onError = onError
  }

  /** A run in progress should then return soon. */
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

  /** Replaces an earlier call. Does not keep the process alive. */
  wakeIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), ms).unref()
  }

  /** Begins no other run, and resolves when the current one has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#current
  }
}
