import type { NodeId } from '../jobs/node.ts'
import type { Progress } from '../jobs/work.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import type { JobQueue } from './job-queue.ts'
import { WakeLoop } from './wake-loop.ts'

/** Milliseconds between two beats. A cancellation or a new job that was not notified is noticed in this time. */
const BEAT_MS = 1_000

export interface ClaimBeatOptions {
  readonly node: NodeId
  /** Milliseconds of a lease. */
  readonly leaseMs: number
  /** How far a job is that this node works on. */
  readonly progress: (jobId: string) => Progress | null
  readonly onError: (error: unknown) => void
}

/**
 * Keeps what the queues of a node have claimed: extends the leases, stores the progress, aborts what is no longer the node's,
 * and releases what others have left. For databases that several nodes share.
 */
export class ClaimBeat {
  readonly #loop: WakeLoop

  constructor(store: WorkStore, queues: readonly JobQueue[], options: ClaimBeatOptions) {
    const { node, leaseMs, progress, onError } = options
    let last = performance.now()
    this.#loop = new WakeLoop(async () => {
      this.#loop.wakeIn(Math.min(BEAT_MS, leaseMs / 3))
      const claims = queues.flatMap((queue) => queue.claims())
      const lost = await store.beat(
        claims.map((claim) => ({ ...claim, progress: progress(claim.jobId) })),
        leaseMs,
      )
      for (const { jobId, epoch } of lost) for (const queue of queues) queue.abort(jobId, epoch)
      // After a failure of the database, every node is late: they get the time to extend their leases.
      if (performance.now() - last < leaseMs / 2) await store.releaseExpired(node)
      last = performance.now()
      for (const queue of queues) queue.wake()
    }, onError)
  }

  start(): void {
    this.#loop.wake()
  }

  async close(): Promise<void> {
    await this.#loop.close()
  }
}
