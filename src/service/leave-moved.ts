/** Leaves the work of this process when its database is moved to another one. */
import { InUseError } from '../platform/files/folder-lock.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { Base } from './base.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 1_000

/**
 * Once a move is in its last part, ends what this process works on, as a shutdown does, while it still answers requests that read.
 * @param leave each within so many milliseconds
 * @returns resolves when the move was undone after that: the process has to be started again
 */
export function leaveMoved(
  { config, log, store, started }: Base,
  leave: readonly ((graceMs: number) => Promise<unknown>)[],
): Promise<InUseError> {
  const { promise: undone, resolve } = Promise.withResolvers<InUseError>()
  let hasLeft = false
  const looks = new WakeLoop(
    async () => {
      const state = await store.moveState()
      const isLast = state === 'closing' || state === 'read-only' || state === 'moved'
      if (isLast && !hasLeft) {
        hasLeft = true
        log.warn('the database is moved to another one; leaving all work')
        await Promise.all(leave.map(async (end) => end(config.service.drainSeconds * 1000)))
        log.warn('all work is left; only requests that read are answered once the database is read-only')
      } else if (!isLast && hasLeft)
        resolve(new InUseError('the database is not moved after all: start this process again'))
      looks.wakeIn(LOOK_MS)
    },
    (error) => log.error({ err: error }, 'it cannot be found whether the database is moved; retrying'),
  )
  started.defer(async () => looks.close())
  looks.wake()
  return undone
}
