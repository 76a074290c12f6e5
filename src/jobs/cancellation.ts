import type { Outcome } from './work.ts'

/** The outcome of a cancelled job. nginx logs status 499 when the client closes a request. */
export const CANCELLED = { status: 'error', code: 499, message: 'cancelled' } as const satisfies Outcome

/** Aborts the work on a job that was cancelled. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'

  constructor() {
    super(CANCELLED.message)
  }
}
