import { CancelledError } from '../jobs/cancellation.ts'
import { FairTurns } from '../jobs/fair-turns.ts'
import type { Work, WorkStage, WorkStore } from '../jobs/work-store.ts'
import { WakeLoop } from './wake-loop.ts'

export interface QueueOptions {
  readonly stage: WorkStage
  /** Maximum number of jobs in progress. */
  readonly concurrency: number
  /** Of these, jobs of one account: read before each job. */
  readonly perAccount: () => Promise<number>
  /**
   * Processes a job at its stage and records the outcome, also when it fails. Rejects once the signal is aborted, with its reason. A job for which it
   * rejects otherwise cannot even be ended: it is left to the next start of the service, and the others go on.
   */
  readonly run: (work: Work, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A job in progress. */
interface Running {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/**
 * Processes the jobs of one store at one stage. Accounts take turns; of each, the oldest job is first. The table of work is the queue: a job stays in it until it has ended, so
 * a process that starts resumes whatever the previous one left, and a kill needs no clean-up.
 */
export class InProcessQueue {
  readonly #store: WorkStore
  readonly #options: QueueOptions
  readonly #loop: WakeLoop
  readonly #running = new Map<string, Running>()
  readonly #turns = new FairTurns()
  readonly #setAside = new Set<string>()
  readonly #stop = new AbortController()

  constructor(store: WorkStore, options: QueueOptions) {
    this.#store = store
    this.#options = options
    this.#loop = new WakeLoop(async () => this.#claim(), options.onError)
  }

  /** Looks for work: to be called at start, and when a job was created. */
  wake(): void {
    this.#loop.wake()
  }

  /** Aborts a job that has been cancelled, if it is in progress here. */
  abort(jobId: string): void {
    this.#running.get(jobId)?.abort.abort(new CancelledError())
  }

  /** Claims no more work, allows jobs in progress `graceMs` to end, then aborts them and puts them back. */
  async close(graceMs: number): Promise<void> {
    await this.#loop.close()
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.allSettled(this.#running.values().map(async ({ ended }) => ended))
    clearTimeout(timer)
  }

  async #claim(): Promise<void> {
    while (!this.#loop.isClosed && this.#running.size < this.#options.concurrency) {
      const work = await this.#next()
      if (work === null) return
      this.#turns.begin(work.account)
      const abort = new AbortController()
      const signal = AbortSignal.any([this.#stop.signal, abort.signal])
      this.#running.set(work.jobId, { abort, ended: this.#process(work, signal) })
    }
  }

  async #next(): Promise<Work | null> {
    const { stage, perAccount } = this.#options
    const held = [...this.#running.keys(), ...this.#setAside]
    for (const account of this.#turns.order(await this.#store.accounts(stage), await perAccount())) {
      const work = await this.#store.claim(held, { stage, account })
      if (work !== null) return work
    }
    return null
  }

  async #process(work: Work, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.run(work, signal)
    } catch (error) {
      if (error instanceof CancelledError) return
      if (signal.aborted) {
        await this.#store.putBack(work.jobId).catch(this.#options.onError)
      } else {
        this.#options.onError(error)
        this.#setAside.add(work.jobId)
      }
    } finally {
      this.#running.delete(work.jobId)
      this.#turns.end(work.account)
      this.wake()
    }
  }
}
