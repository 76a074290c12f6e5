/** Waits for sessions that other nodes have. */
import type { Wake } from '../jobs/wake.ts'

/** Milliseconds after which a wait ends in any case: a message may be lost. */
const LOOK_MS = 1_000

export class Releases {
  readonly #waiting = new Set<{ readonly jobId: string; readonly resolve: () => void }>()

  constructor(wake: Wake) {
    wake.listen('released', (jobId) => {
      for (const one of this.#waiting) if (jobId === '' || one.jobId === jobId) one.resolve()
    })
  }

  /** Settles when a session may have been released or have ended since this call. */
  async next(jobId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = { jobId, resolve }
    this.#waiting.add(waiting)
    const timer = setTimeout(resolve, LOOK_MS)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(waiting)
  }
}
