/** Stops the work of this process when its data moves to another database. */
import { InUseError } from '../platform/files/folder-lock.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { Base } from './base.ts'

/** Interval at which to check the state of a move. */
const LOOK_MS = 1_000

/**
 * Once a move is in its last phase, ends the work of this process as a shutdown does, while it still answers read requests.
 * @param leave the parts to end, each within `graceMs`
 * @returns resolves if the move is undone after that, when this process has to be started again
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
        log.warn('the data moves to another database; leaving all work')
        await Promise.all(leave.map(async (end) => end(config.service.drainSeconds * 1000)))
        log.warn('left all work; once the database is read-only, only read requests are answered')
      } else if (!isLast && hasLeft)
        resolve(new InUseError('the move of the database was undone: start this process again'))
      looks.wakeIn(LOOK_MS)
    },
    (error) => log.error({ err: error }, 'the state of a move of the database could not be read; retrying'),
  )
  started.defer(async () => looks.close())
  looks.wake()
  return undone
}
