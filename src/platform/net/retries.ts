/** Retries requests after transient failures. */
import { setTimeout as sleep } from 'node:timers/promises'

/** An error after which another attempt may succeed. */
export interface Retryable {
  /** How often the same request may be retried. */
  readonly retries: number
  /** Delay before the retry in milliseconds, if the server asked for one. */
  readonly retryAfterMs: number | undefined
}

/** How often, after what delay, and for how long a failed request is retried. */
export interface RetryPolicy {
  /** Default: as often as the error allows. */
  readonly retries?: number
  /** Time since the first attempt at which the last one is made. Default: unlimited. */
  readonly patienceMs?: number
  /** Before the first retry, in milliseconds; doubled before each further one. */
  readonly firstDelayMs: number
  /** Upper limit of any delay, even if a server asks for more (`Retry-After`). */
  readonly maxDelayMs: number
}

/**
 * Repeats an attempt until it succeeds, or fails with an error that is not {@link Retryable}.
 * @throws the error of the last attempt
 * @throws the reason of `signal`, if it is aborted
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const { retries = Infinity, patienceMs = Infinity } = policy
  const started = performance.now()
  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      const left = patienceMs - (performance.now() - started)
      if (!isRetryable(error) || retry >= Math.min(error.retries, retries) || left <= 0) throw error
      await pause(Math.min(left, delayMs(retry, error.retryAfterMs, policy)), signal)
    }
  }
}

function isRetryable(error: unknown): error is Retryable {
  return error instanceof Error && 'retries' in error
}

/** Exponential backoff with up to 50 % jitter, or what the server asks for if that is longer. */
function delayMs(
  retry: number,
  requested: number | undefined,
  { firstDelayMs, maxDelayMs }: RetryPolicy,
): number {
  const backoff = firstDelayMs * 2 ** retry * (0.5 + Math.random() / 2)
  return Math.min(maxDelayMs, Math.max(requested ?? 0, backoff))
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
