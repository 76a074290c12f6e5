import type { Outcome } from './work.ts'

/** How a job ends that its owner cancels. 499 is the status that nginx logs where the client closed the request. */
export const CANCELLED = { status: 'error', code: 499, message: 'cancelled' } as const satisfies Outcome

/** The job was cancelled: stops what works on it. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'

  constructor() {
    super(CANCELLED.message)
  }
}
