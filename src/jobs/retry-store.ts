import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Milliseconds between two attempts after the store failed. */
export const STORE_RETRY_MS = 1_000

export interface StoreRetryOptions {
  readonly log: Logger
  /** Ends the retries. */
  readonly signal: AbortSignal
}

/**
 * Performs a read or write of the store, or of the files beside it, and repeats it until it succeeds: results of minutes
 * of work are not dropped for a full disk or a database that restarts. The first attempt is made in any case.
 *
 * A loop of its own rather than p-retry, which gives up at once on a TypeError and needs four options for "at a constant
 * interval, without end".
 * @throws an AbortError when the signal is aborted before an attempt has succeeded
 */
export async function untilStored<T>(
  operation: () => Promise<T>,
  { log, signal }: StoreRetryOptions,
): Promise<T> {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      log.error({ err: error }, 'store operation failed; retrying')
      await delay(STORE_RETRY_MS, undefined, { signal })
    }
  }
}
