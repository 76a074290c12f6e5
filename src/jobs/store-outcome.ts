import { type StoreRetryOptions, untilStored } from './retry-store.ts'
import type { Outcome } from './work.ts'

/** How a job ends when the store rejects its data. Nothing in it comes from a caller, so it can always be stored. */
export const UNSTORABLE = {
  status: 'error',
  code: 500,
  message: 'the result could not be stored: ask for fewer features, or send shorter audio',
} as const

/**
 * Ends a job with its outcome. If the store rejects that, because the result is too large or a text of the caller cannot be
 * stored, the job ends in error; at first with its callback, then without.
 * @param finish stores an outcome and, if `isReported`, records the callback
 * @returns the outcome that was stored
 * @throws the error of the last attempt, if the store rejects even that
 * @throws an AbortError when the signal is aborted before
 */
export async function storeOutcome<Result>(
  outcome: Outcome<Result>,
  finish: (outcome: Outcome<Result>, isReported: boolean) => Promise<unknown>,
  options: StoreRetryOptions,
): Promise<Outcome<Result>> {
  const store = async (ending: Outcome<Result>, isReported: boolean) => {
    await untilStored(async () => finish(ending, isReported), options)
    return ending
  }
  const orElse = (next: () => Promise<Outcome<Result>>) => async (error: unknown) => {
    options.signal.throwIfAborted()
    options.log.error({ err: error }, 'outcome of a job was rejected by the store')
    return next()
  }
  return store(outcome, true)
    .catch(orElse(async () => store(UNSTORABLE, true)))
    .catch(orElse(async () => store(UNSTORABLE, false)))
}
