/** Hands live sessions over between nodes: releases those that others ask for, and waits for those of others. */
import type { NodeId } from '../jobs/node.ts'
import type { Wake } from '../jobs/wake.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import type { NodeSessions } from './node-sessions.ts'

/** Maximum wait, in milliseconds: messages may be lost. */
const LOOK_MS = 1_000

/** Waits for sessions that other nodes own. */
export class Releases {
  readonly #waiting = new Set<{ readonly jobId: string; readonly resolve: () => void }>()

  constructor(wake: Wake) {
    wake.listen('released', (jobId) => {
      for (const one of this.#waiting) if (jobId === '' || one.jobId === jobId) one.resolve()
    })
  }

  /** Resolves when a session may have been released or have ended since this call. */
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
 * Interrupts sessions of this node: those that other nodes ask for, and those whose keys have expired or were revoked by
 * any process. Resolves once all interruptions have started; sessions do not wait for each other.
 */
export async function interruptSessions(
  store: LiveStore,
  node: NodeId,
  sessions: NodeSessions,
): Promise<void> {
  const isStillHeld = sessions.held()
  for (const { jobId, reason } of await store.interruptions(node)) {
    // If the session was released and taken back in the meantime, the request is obsolete.
    if (!isStillHeld(jobId)) continue
    if (reason === 'release') void sessions.release(jobId)
    else
      sessions.get(jobId).then(
        (session) => void (reason === 'cancel' ? session?.cancel() : session?.revoke()),
        // The session could not be opened. It will be opened again, and interrupted then.
        () => {},
      )
  }
}
