import timers from 'node:timers/promises'
import type { Logger } from 'pino'
import { isTransient } from './store-error.ts'

/** Milliseconds from the first failure to the next attempt. The delay doubles with each failure … */
export const STORE_RETRY_MS = 1_000
/** … up to this. */
const MAX_RETRY_MS = 15_000

export interface StoreRetryOptions {
  readonly log: Logger
  /** Stops retrying. */
  readonly signal: AbortSignal
  /** No limit by default. */
  readonly maxRetries?: number
}

/**
 * Runs an operation of the store, or of the files beside it, and repeats it while it fails with a transient error: a full disk or a
 * database restart must not cost minutes of work. The first attempt is always made.
 * @throws the error of the operation, if it is not transient or `maxRetries` is reached
 * @throws an AbortError if the signal is aborted before an attempt succeeds
 */
export async function untilStored<T>(
  operation: () => Promise<T>,
  { log, signal, maxRetries = Infinity }: StoreRetryOptions,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await operation()
    } catch (error) {
      if (!isTransient(error) || retries === maxRetries) throw error
      log.error({ err: error }, 'store operation failed; retrying')
      await timers.setTimeout(Math.min(STORE_RETRY_MS * 2 ** retries, MAX_RETRY_MS), undefined, { signal })
    }
  }
}
