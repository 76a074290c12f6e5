import { type StoreRetryOptions, untilStored } from './retry-store.ts'
import type { Outcome } from './work.ts'

/** The outcome of a job whose data the store rejects. It contains nothing from a caller, so it can always be stored. */
export const UNSTORABLE = {
  status: 'error',
  code: 500,
  message: 'the result could not be stored: ask for fewer features, or send shorter audio',
} as const

/**
 * Ends a job with its outcome. If the store rejects the outcome, because the result is too large or a text from the caller cannot be
 * stored, the job ends in error: first with its callback, and if that is rejected too, without.
 * @param finish stores an outcome and, if `isReported`, records the callback
 * @returns the outcome that was stored
 * @throws the error of the last attempt, if the store rejects all of them
 * @throws an AbortError if the signal is aborted first
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
