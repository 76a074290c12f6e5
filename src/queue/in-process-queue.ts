import { setTimeout as delay } from 'node:timers/promises'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'
import type { Work, WorkStore } from '../jobs/work-store.ts'

export interface QueueOptions {
  /** Jobs worked on at the same time. */
  readonly concurrency: number
  /**
   * Works on a job until it has ended; rejects with the signal's reason when it was told to stop before. It ends every
   * job itself, also one that fails: anything else it throws is reported and the job is begun again.
   */
  readonly run: (work: Work, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Works on the jobs of one store, the oldest first. The table of work is the queue: what was accepted is in it until
 * it has ended, so a process that starts takes up whatever the one before it left, and nothing needs to be put back
 * after a kill.
 */
export class InProcessQueue {
  readonly #store: WorkStore
  readonly #options: QueueOptions
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #closed = false
  #looking: Promise<void> | null = null
  #lookAgain = false

  constructor(store: WorkStore, options: QueueOptions) {
    this.#store = store
    this.#options = options
  }

  /** Looks for work: at start, and whenever there may be some. */
  wake(): void {
    if (this.#closed) return
    if (this.#looking !== null) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#options.onError(error)
        setTimeout(() => this.wake(), STORE_RETRY_MS).unref()
      })
      .finally(() => {
        this.#looking = null
        if (this.#lookAgain) {
          this.#lookAgain = false
          this.wake()
        }
      })
  }

  /** Takes no more work, gives what runs `graceMs` to end, then stops it and puts it back. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true
    await this.#looking
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.allSettled(this.#running.values())
    clearTimeout(timer)
  }

  async #look(): Promise<void> {
    while (!this.#closed && this.#running.size < this.#options.concurrency) {
      const work = await this.#store.claim(this.#running.keys())
      if (work === null) return
      this.#running.set(work.jobId, this.#work(work))
    }
  }

  async #work(work: Work): Promise<void> {
    const { signal } = this.#stop
    try {
      await this.#options.run(work, signal)
    } catch (error) {
      if (signal.aborted) {
        await this.#store.putBack(work.jobId).catch(this.#options.onError)
      } else {
        this.#options.onError(error)
        await delay(STORE_RETRY_MS)
      }
    } finally {
      this.#running.delete(work.jobId)
      this.wake()
    }
  }
}
