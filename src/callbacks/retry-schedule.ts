/** When a delivery is retried, and when it is given up. */
import type { DeliveryDecision } from '../jobs/delivery.ts'
import { parseRetryAfter } from '../platform/net/retry-after.ts'
import { type AttemptOutcome, isSuccess } from './attempt.ts'

export interface RetrySchedule {
  /** Milliseconds from each failed attempt to the next. There is one more attempt than delays. */
  readonly delays: readonly number[]
  /** Each delay is extended by a random share up to this one, so that retries do not all reach an endpoint at once. */
  readonly jitter: number
}

const MINUTE = 60_000

/** Bounds for `Retry-After`, in milliseconds. */
const [MIN_RETRY_AFTER, MAX_RETRY_AFTER] = [1_000, 12 * 60 * MINUTE]

/** Milliseconds after which a delivery is given up, even if it spent the time waiting for others. */
export function lifetime({ delays, jitter }: RetrySchedule): number {
  return Math.round(delays.reduce((sum, delay) => sum + delay, 0) * (1 + jitter)) + MINUTE
}

/**
 * Decides what follows an attempt.
 * @param delivery.priorAttempts number of earlier attempts in this series
 * @param random from 0 to 1
 */
export function decisionAfter(
  { status, retryAfter, isPermanent }: AttemptOutcome,
  { priorAttempts, beganAt }: { readonly priorAttempts: number; readonly beganAt: number },
  schedule: RetrySchedule,
  now: number,
  random: number,
): DeliveryDecision {
  if (isSuccess(status)) return { state: 'delivered' }
  const delay = schedule.delays[priorAttempts]
  if (status === 410) return { state: 'failed', isGone: true }
  const isOver = delay === undefined || now - beganAt >= lifetime(schedule)
  if (isOver || isPermanent) return { state: 'failed', isGone: false }
  const requested = parseRetryAfter(retryAfter, now)
  const wait = requested === null ? delay : Math.min(Math.max(requested, MIN_RETRY_AFTER), MAX_RETRY_AFTER)
  return { state: 'waiting', nextAt: now + Math.round(wait * (1 + schedule.jitter * random)) }
}
