/** What nodes ask each other about live sessions: this one interrupts those that it is asked for, and waits for those of others. */
import type { NodeId } from '../jobs/node.ts'
import type { Wake } from '../jobs/wake.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import type { NodeSessions } from './node-sessions.ts'

/** Milliseconds after which a wait ends in any case: a message may be lost. */
const LOOK_MS = 1_000

/** Waits for sessions that other nodes have. */
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

/**
 * Interrupts sessions of this node: those that other nodes ask for, and those whose keys were revoked by any process or have
 * expired. Each interruption is under way when this settles: one session does not wait for another.
 */
export async function interruptSessions(
  store: LiveStore,
  node: NodeId,
  sessions: NodeSessions,
): Promise<void> {
  const isStillHeld = sessions.held()
  for (const { jobId, reason } of await store.interruptions(node)) {
    // Meanwhile it may have been released and taken back: then that is not asked any more.
    if (!isStillHeld(jobId)) continue
    if (reason === 'release') void sessions.release(jobId)
    else
      sessions.get(jobId).then(
        (session) => void (reason === 'cancel' ? session?.cancel() : session?.revoke()),
        // It is being opened again, and interrupted then.
        () => {},
      )
  }
}
