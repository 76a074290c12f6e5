/** When a delivery is tried again, and when no more. */
import type { DeliveryDecision } from '../jobs/delivery-queue.ts'

export interface RetrySchedule {
  /** Milliseconds from each failed try to the next; one try more than there are of these is made. */
  readonly delays: readonly number[]
  /** A delay is made longer by up to this share of itself, at random: a receiver that was down is not run over. */
  readonly jitter: number
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

/** The contract's. */
export const RETRY_SCHEDULE: RetrySchedule = {
  delays: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
  jitter: 0.1,
}

/** Upper bound of an honoured `Retry-After`, in milliseconds. */
const MAX_RETRY_AFTER_MS = 12 * HOUR

/** Milliseconds after which nothing is tried any more, also what had to wait behind others. */
export function lifetime({ delays, jitter }: RetrySchedule): number {
  return Math.round(delays.reduce((sum, delay) => sum + delay, 0) * (1 + jitter)) + MINUTE
}

/** What a try has come to. */
export interface TryOutcome {
  /** Of the answer; null when there was none. */
  readonly status: number | null
  readonly retryAfter: string | null
  /** Whether trying again can never help. */
  readonly isHopeless: boolean
}

/**
 * Decides what follows an attempt.
 * @param priorAttempts how many were made before, in this series
 * @param random from 0 to 1
 */
export function decisionAfter(
  { status, retryAfter, isHopeless }: TryOutcome,
  { priorAttempts, beganAt }: { readonly priorAttempts: number; readonly beganAt: number },
  schedule: RetrySchedule,
  now: number,
  random: number,
): DeliveryDecision {
  if (isSuccess(status)) return { state: 'delivered' }
  const delay = schedule.delays[priorAttempts]
  if (status === 410) return { state: 'failed', isGone: true }
  const isOver = delay === undefined || now - beganAt >= lifetime(schedule)
  if (isOver || isHopeless) return { state: 'failed', isGone: false }
  const requested = parseRetryAfter(retryAfter, now)
  return { state: 'waiting', nextAt: now + Math.round((requested ?? delay) * (1 + schedule.jitter * random)) }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Milliseconds that a `Retry-After` header asks for, within bounds; null when it is absent or malformed. */
function parseRetryAfter(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  // RFC 9110: seconds, or a date.
  const requested = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isNaN(requested) ? null : Math.min(Math.max(requested, SECOND), MAX_RETRY_AFTER_MS)
}
