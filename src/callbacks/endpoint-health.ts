/** Pauses failing endpoints: a circuit breaker with a half-open state. */
import type { EndpointHealth } from '../jobs/delivery.ts'

export interface PausePolicy {
  /** An endpoint is paused after this many consecutive failures … */
  readonly failures: number
  /** … over this many milliseconds. */
  readonly failingMs: number
  /** A pause lasts half as long as the endpoint has been failing, within these bounds; then a single attempt is made. */
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
  // Attempts that were in progress when the pause began do not extend it.
  if (!isPaused || (health.pausedUntil !== null && health.pausedUntil > now)) {
    return { ...health, failures, failingSince }
  }
  // With half of the time since the first failure, each pause is one and a half times as long as the previous one.
  const pauseMs = Math.min(Math.max((now - failingSince) / 2, policy.minPauseMs), policy.maxPauseMs)
  return { failures, failingSince, pausedUntil: Math.round(now + pauseMs) }
}
