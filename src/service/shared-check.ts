import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds in which a dependency must answer. */
const CHECK_MS = 5_000

/**
 * A check that any number of requests share while it runs: a dependency that hangs does not collect them.
 * @param check throws when the dependency does not answer
 * @param keepMs for how long its outcome is valid
 */
export function sharedCheck(check: () => Promise<void>, keepMs = 0): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  return async () => {
    answer ??= check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => setTimeout(() => (answer = null), keepMs).unref())
    return Promise.race([answer, delay(CHECK_MS, false, { ref: false })])
  }
}
