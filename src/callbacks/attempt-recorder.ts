import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { AttemptedDelivery, HealthChange } from '../jobs/delivery.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { DeliveryQueue } from '../store/deliveries/delivery-queue.ts'
import { type CompletedAttempt, isEndpointFailure } from './attempt.ts'
import { healthAfter, type PausePolicy } from './endpoint-health.ts'
import { decisionAfter, type RetrySchedule } from './retry-schedule.ts'

/** Milliseconds for gathering attempts into one transaction. Their endpoints have already been served, so none waits for this. */
const GATHER_MS = 5

export interface AttemptRecorderOptions {
  readonly store: DeliveryQueue
  readonly schedule: RetrySchedule
  readonly pausePolicy: PausePolicy
  readonly log: Logger
  /** Stops the retries of failed writes. */
  readonly signal: AbortSignal
}

/**
 * Decides what follows from completed attempts for their deliveries and for the health of their endpoints, and records it. Attempts
 * that complete at about the same time are recorded in one transaction.
 */
export class AttemptRecorder {
  readonly #options: AttemptRecorderOptions
  readonly #inTurn = pLimit(1)
  #pending: CompletedAttempt[] = []
  /** The queued run that records the pending attempts; null if none is queued. */
  #next: Promise<void> | null = null

  constructor(options: AttemptRecorderOptions) {
    this.#options = options
  }

  /**
   * Resolves when the attempt is recorded, or when the service stops before that, in which case the next run sends it again.
   * @throws the error of the store, if it rejects the attempts that are recorded together
   */
  async record(attempt: CompletedAttempt): Promise<void> {
    this.#pending.push(attempt)
    this.#next ??= this.#inTurn(async () => this.#recordPending())
    await this.#next
  }

  async #recordPending(): Promise<void> {
    await delay(GATHER_MS)
    const batch = this.#pending
    this.#pending = []
    this.#next = null
    const { store, pausePolicy, log, signal } = this.#options
    const now = Date.now()
    const attempted = batch.map((attempt) => this.#decide(attempt, now))
    try {
      const changes = await untilStored(
        async () =>
          store.record(attempted, (health, isFailure) => healthAfter(health, isFailure, pausePolicy, now)),
        { log, signal },
      )
      for (const one of attempted) this.#log(one)
      for (const change of changes) this.#logPause(change)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #decide({ delivery, attempt, outcome }: CompletedAttempt, now: number): AttemptedDelivery {
    const { schedule } = this.#options
    return {
      delivery,
      attempt,
      decision: decisionAfter(outcome, delivery, schedule, now, Math.random()),
      isEndpointFailure: isEndpointFailure(outcome),
    }
  }

  #logPause({ origin: endpoint, before, after }: HealthChange): void {
    const { log } = this.#options
    if (after.pausedUntil !== null && after.pausedUntil !== before.pausedUntil) {
      const until = new Date(after.pausedUntil).toISOString()
      log.warn({ endpoint, until }, 'callback endpoint keeps failing; paused')
    } else if (before.pausedUntil !== null && after.pausedUntil === null) {
      log.info({ endpoint }, 'callback endpoint recovered')
    }
  }

  #log({ delivery, attempt, decision }: AttemptedDelivery): void {
    const { log } = this.#options
    const { id, jobId: job, event } = delivery
    const { status, duration: ms, error } = attempt
    const fields = { delivery: id, job, event, status, ms, ...(error === null ? {} : { reason: error }) }
    if (decision.state === 'delivered') log.debug(fields, 'callback delivered')
    else if (decision.state === 'failed') log.warn(fields, 'callback given up')
    else log.info({ ...fields, nextAt: new Date(decision.nextAt).toISOString() }, 'callback failed')
  }
}
