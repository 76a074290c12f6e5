import { FairScheduler } from '../jobs/fair-scheduler.ts'

/** How long a request may wait for those before it. */
const MAX_WAIT_MS = 30_000

/** Turns of requests that make a file of a transcript: many of them need the memory of one transcript and its thread. */
export type ExportTurns = <T>(account: number, make: () => Promise<T>) => Promise<T>

export function exportTurns(): ExportTurns {
  const turns = new FairScheduler({ slots: 1 })
  return async (account, make) => turns.run(account, make, MAX_WAIT_MS)
}
