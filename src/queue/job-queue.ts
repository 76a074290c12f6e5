import { CancelledError } from '../jobs/cancellation.ts'
import type { NodeId } from '../jobs/node.ts'
import type { Claim, Work, WorkStage } from '../jobs/work.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import { WakeLoop } from './wake-loop.ts'

export interface QueueOptions {
  readonly node: NodeId
  /** `transcribe` includes `idle`. */
  readonly stage: Exclude<WorkStage, 'idle'>
  /** Whether it may claim jobs now. It is woken when that changes. */
  readonly isTaking: () => boolean
  /** Maximum number of jobs in progress. */
  readonly concurrency: number
  /** Of these, jobs of one account: read before each job. */
  readonly perAccount: () => Promise<number>
  /** Milliseconds of a lease. */
  readonly leaseMs: number
  /**
   * Processes a job at its stage and records the outcome, also when it fails. Rejects once the signal is aborted, with its
   * reason. A job for which it rejects otherwise cannot even be ended: its lease is left to expire, and the others go on.
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
 * Processes the jobs of one store at one stage, beside the queues of other nodes. The table of work is the queue: a job
 * stays in it until it has ended, and a node that dies leaves nothing but claims, which are released.
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

  /** Looks for work: to be called at start, and when a job was created. */
  wake(): void {
    this.#loop.wake()
  }

  /** What is in progress here. */
  claims(): Claim[] {
    return [...this.#running].map(({ work }) => work)
  }

  /**
   * Aborts a job that has been cancelled, if it is in progress here.
   * @param epoch of the claim that was lost: a later one, which this node may have taken since, goes on; any by default
   */
  abort(jobId: string, epoch?: number): void {
    for (const { work, abort } of this.#running)
      if (work.jobId === jobId && work.epoch === (epoch ?? work.epoch)) abort.abort(new CancelledError())
  }

  /** Claims no more work, allows jobs in progress `graceMs` to end, then aborts them and puts them back. */
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

  /** The accounts of which this node processes so many jobs. */
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
