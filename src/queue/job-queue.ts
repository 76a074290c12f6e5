import { CancelledError } from '../jobs/cancellation.ts'
import type { NodeId } from '../jobs/node.ts'
import type { Claim, Work, WorkStage } from '../jobs/work.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import { WakeLoop } from './wake-loop.ts'

export interface QueueOptions {
  readonly node: NodeId
  /** `transcribe` includes `idle`. */
  readonly stage: Exclude<WorkStage, 'idle'>
  /** Whether it may claim jobs now. The queue is woken when this changes. */
  readonly isTaking: () => boolean
  /** Maximum number of jobs in progress. */
  readonly concurrency: number
  /** Maximum number of jobs of one account in progress. Called before each claim. */
  readonly perAccount: () => Promise<number>
  /** Milliseconds of a lease. */
  readonly leaseMs: number
  /**
   * Processes a job at its stage and records the outcome, including failures. Rejects with the reason of the signal when that is
   * aborted. Any other rejection means that the job could not be ended: its lease is left to expire.
   */
  readonly run: (work: Work, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A job in progress. */
interface Running {
  readonly work: Work
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/**
 * Processes jobs at one stage, concurrently with the queues of other nodes. The table of work is the queue: a job stays in it until it
 * has ended. A node that dies leaves only claims behind, which are released.
 */
export class JobQueue {
  readonly #store: WorkStore
  readonly #options: QueueOptions
  readonly #loop: WakeLoop
  readonly #running = new Set<Running>()
  readonly #stop = new AbortController()

  constructor(store: WorkStore, options: QueueOptions) {
    this.#store = store
    this.#options = options
    this.#loop = new WakeLoop(async () => this.#claim(), options.onError)
  }

  /** Looks for work. Call it at the start and when a job was created. */
  wake(): void {
    this.#loop.wake()
  }

  /** The claims of the jobs in progress here. */
  claims(): Claim[] {
    return [...this.#running].map(({ work }) => work)
  }

  /**
   * Aborts a job that was cancelled or whose claim was lost, if it is in progress here.
   * @param epoch of the lost claim: a later claim that this node may have taken since continues; any epoch by default
   */
  abort(jobId: string, epoch?: number): void {
    for (const { work, abort } of this.#running)
      if (work.jobId === jobId && work.epoch === (epoch ?? work.epoch)) abort.abort(new CancelledError())
  }

  /** Stops claiming, gives jobs in progress `graceMs` to end, then aborts them and puts them back. */
  async close(graceMs: number): Promise<void> {
    await this.#loop.close()
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.allSettled([...this.#running].map(async ({ ended }) => ended))
    clearTimeout(timer)
  }

  async #claim(): Promise<void> {
    const { node, stage, leaseMs, concurrency } = this.#options
    while (!this.#loop.isClosed && this.#options.isTaking() && this.#running.size < concurrency) {
      const except = this.#accountsWith(await this.#options.perAccount())
      const of = { leaseMs, except }
      const work =
        (await this.#store.claim(node, { ...of, stage })) ??
        (stage === 'transcribe' ? await this.#store.claim(node, { ...of, stage: 'idle' }) : null)
      if (work === null) return
      const abort = new AbortController()
      const signal = AbortSignal.any([this.#stop.signal, abort.signal])
      const running = { work, abort, ended: this.#process(work, signal) }
      this.#running.add(running)
      void running.ended.then(() => {
        this.#running.delete(running)
        this.wake()
      })
    }
  }

  /** The accounts that have at least this many jobs in progress here. */
  #accountsWith(jobs: number): number[] {
    const running = Map.groupBy(this.#running, ({ work }) => work.account)
    return [...running].filter(([, works]) => works.length >= jobs).map(([account]) => account)
  }

  async #process(work: Work, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.run(work, signal)
    } catch (error) {
      if (error instanceof CancelledError) return
      if (signal.aborted) await this.#store.putBack(work).catch(this.#options.onError)
      else this.#options.onError(error)
    }
  }
}
