import timers from 'node:timers/promises'
import type { Logger } from 'pino'
import { isTransient } from './store-error.ts'

/** Milliseconds from the first failure of the store to the next attempt. The delay doubles with each failure … */
export const STORE_RETRY_MS = 1_000
/** … up to this. */
const MAX_RETRY_MS = 15_000

export interface StoreRetryOptions {
  readonly log: Logger
  /** Ends the retries. */
  readonly signal: AbortSignal
  /** No limit by default. */
  readonly maxRetries?: number
}

/**
 * Performs a read or write of the store, or of the files beside it, and repeats it as long as it fails for a reason that
 * passes: results of minutes of work are not dropped for a full disk or a database that restarts. The first attempt is
 * made in any case.
 * @throws the error of the operation, if it would fail again or there were `maxRetries`
 * @throws an AbortError when the signal is aborted before an attempt has succeeded
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
