/** When a receiver is left alone, and how it comes back: a circuit breaker with a half-open state. */
import type { EndpointHealth } from '../jobs/delivery.ts'

export interface PausePolicy {
  /** A receiver is paused when so many tries in a row have failed … */
  readonly failures: number
  /** … over so many milliseconds. */
  readonly failingMs: number
  /** Milliseconds until one try is made: half the time that it has failed, within these limits. */
  readonly shortestMs: number
  readonly longestMs: number
}

export const PAUSE_POLICY: PausePolicy = {
  failures: 10,
  failingMs: 60_000,
  shortestMs: 30_000,
  longestMs: 600_000,
}

const WELL: EndpointHealth = { failures: 0, failingSince: null, pausedUntil: null }

/**
 * How a receiver is after a try; the same object when that says nothing new.
 * @param isFailure whether the receiver did not do its part
 */
export function healthAfter(
  health: EndpointHealth,
  isFailure: boolean,
  policy: PausePolicy,
  now: number,
): EndpointHealth {
  if (!isFailure) return health.failures === 0 && health.pausedUntil === null ? health : WELL
  const failures = health.failures + 1
  const failingSince = health.failingSince ?? now
  const isPaused = failures >= policy.failures && now - failingSince >= policy.failingMs
  // Tries that were on their way when it was paused say no more than the one that had it paused.
  if (!isPaused || (health.pausedUntil !== null && health.pausedUntil > now)) {
    return { ...health, failures, failingSince }
  }
  // In proportion to how long it has failed: each pause is half as long again as the one before.
  const pauseMs = Math.min(Math.max((now - failingSince) / 2, policy.shortestMs), policy.longestMs)
  return { failures, failingSince, pausedUntil: Math.round(now + pauseMs) }
}
