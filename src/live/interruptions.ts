/** Interrupts sessions of this node: those that other nodes ask for, and those whose keys were revoked by any process or have expired. */
import type { LiveStore } from '../jobs/live-store.ts'
import type { NodeId } from '../jobs/node-store.ts'
import type { NodeSessions } from './node-sessions.ts'

/** Each interruption is under way when this settles: one session does not wait for another. */
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
