/** When an endpoint is paused, and how it resumes: a circuit breaker with a half-open state. */
import type { EndpointHealth } from '../jobs/delivery.ts'

export interface PausePolicy {
  /** An endpoint is paused after this many consecutive failures … */
  readonly failures: number
  /** … over this many milliseconds. */
  readonly failingMs: number
  /** Milliseconds until a single attempt is made: half the time that it has been failing, within these bounds. */
  readonly minPauseMs: number
  readonly maxPauseMs: number
}

export const PAUSE_POLICY: PausePolicy = {
  failures: 10,
  failingMs: 60_000,
  minPauseMs: 30_000,
  maxPauseMs: 600_000,
}

export const HEALTHY: EndpointHealth = { failures: 0, failingSince: null, pausedUntil: null }

/**
 * The health of an endpoint after an attempt; the same object if nothing changes.
 * @param isFailure whether the endpoint is to blame
 */
export function healthAfter(
  health: EndpointHealth,
  isFailure: boolean,
  policy: PausePolicy,
  now: number,
): EndpointHealth {
  if (!isFailure) return health.failures === 0 && health.pausedUntil === null ? health : HEALTHY
  const failures = health.failures + 1
  const failingSince = health.failingSince ?? now
  const isPaused = failures >= policy.failures && now - failingSince >= policy.failingMs
  // Attempts that were in progress when it was paused do not lengthen the pause.
  if (!isPaused || (health.pausedUntil !== null && health.pausedUntil > now)) {
    return { ...health, failures, failingSince }
  }
  // Half of the time since the first failure makes each pause one and a half times the previous one.
  const pauseMs = Math.min(Math.max((now - failingSince) / 2, policy.minPauseMs), policy.maxPauseMs)
  return { failures, failingSince, pausedUntil: Math.round(now + pauseMs) }
}
