import { setTimeout as delay } from 'node:timers/promises'
import type { JobStore } from '../jobs/job-store.ts'
import { notFound } from './errors.ts'

/** Milliseconds between two looks: a tenth of the time waited so far, within these. A look takes less than 1 ms. */
const POLL_MS = { min: 50, max: 1_000 }

/**
 * Waits until a job has ended, on any node.
 * @returns false if the signal was aborted before
 * @throws {RequestError} 404 when the account has no such job, or no longer
 */
export async function jobEnd(
  jobs: Pick<JobStore, 'state'>,
  account: number,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const began = performance.now()
  for (;;) {
    const state = await jobs.state(account, id)
    if (state === null) throw notFound('job')
    if (state.status === 'done' || state.status === 'error') return true
    const pause = Math.min(POLL_MS.max, Math.max(POLL_MS.min, (performance.now() - began) / 10))
    await delay(pause, undefined, { signal }).catch(() => {}) // aborted
    if (signal.aborted) return false
  }
}
