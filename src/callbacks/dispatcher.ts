import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedDelivery, DeliveryQueue, WaitingEndpoint } from '../jobs/delivery-queue.ts'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'
import type { GuardedSend } from '../net/guarded-send.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import { attemptDelivery } from './attempt.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { PAUSE_POLICY, type PausePolicy } from './endpoint-health.ts'
import { fairShares, type Limits, nextMoment } from './fair-shares.ts'
import { lifetime, RETRY_SCHEDULE, type RetrySchedule } from './retry-schedule.ts'

export interface DispatcherOptions {
  readonly store: DeliveryQueue
  readonly send: GuardedSend
  readonly limits: Limits
  /** Milliseconds for a response. */
  readonly timeoutMs: number
  readonly log: Logger
  readonly schedule?: RetrySchedule
  readonly pausePolicy?: PausePolicy
}

/** Longest time between two looks at the store, in milliseconds. */
const MAX_POLL_MS = 10_000
/** By how many milliseconds a lease is longer than the time for a response. */
const LEASE_MARGIN_MS = 60_000

/**
 * Sends the deliveries that are due, at least once each: an attempt that was in progress when a process was killed is
 * repeated by the next. A delivery keeps its slot until its attempt is recorded.
 */
export class CallbackDispatcher {
  readonly #options: Required<DispatcherOptions>
  readonly #recorder: AttemptRecorder
  readonly #loop: WakeLoop
  /** The number of deliveries in progress, by endpoint. */
  readonly #busy = new Map<number, number>()
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #isRecovered = false

  constructor(options: DispatcherOptions) {
    this.#options = { schedule: RETRY_SCHEDULE, pausePolicy: PAUSE_POLICY, ...options }
    this.#recorder = new AttemptRecorder({ ...this.#options, signal: this.#stop.signal })
    this.#loop = new WakeLoop(
      async () => this.#dispatch(),
      (error) => options.log.error({ err: error }, 'callback dispatch failed; retrying'),
    )
  }

  /** Looks for deliveries that are due: to be called at start, and when some were recorded. */
  wake(): void {
    this.#loop.wake()
  }

  /** Begins no more attempts, allows those in progress `graceMs` to complete, then aborts them and puts them back. */
  async close(graceMs: number): Promise<void> {
    await this.#loop.close()
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.all(this.#running)
    clearTimeout(timer)
  }

  async #dispatch(): Promise<void> {
    const { store, limits, timeoutMs } = this.#options
    if (!this.#isRecovered) await store.recover()
    this.#isRecovered = true
    while (!this.#loop.isClosed) {
      const waiting = await store.waitingEndpoints()
      const now = Date.now()
      for (const endpoint of waiting) await this.#observe(endpoint, now)
      const shares = fairShares(waiting, this.#busy, limits, now)
      const claimed =
        shares.size === 0 ? [] : await store.claim(shares, now, now + timeoutMs + LEASE_MARGIN_MS)
      for (const delivery of claimed) this.#begin(delivery)
      if (claimed.length > 0) continue
      const moment = nextMoment(waiting, now)
      this.#loop.wakeIn(moment === null ? MAX_POLL_MS : Math.min(moment - now, MAX_POLL_MS))
      return
    }
  }

  /** Takes over the health of an endpoint, and gives up what has waited too long for one that is paused. */
  async #observe({ id, failures, failingSince, pausedUntil }: WaitingEndpoint, now: number): Promise<void> {
    if (this.#busy.has(id)) return
    this.#recorder.setHealth(id, { failures, failingSince, pausedUntil })
    if (pausedUntil === null || pausedUntil > now) return
    await this.#options.store.giveUp(id, now - lifetime(this.#options.schedule))
  }

  #begin(delivery: ClaimedDelivery): void {
    const { endpoint } = delivery
    this.#busy.set(endpoint, (this.#busy.get(endpoint) ?? 0) + 1)
    const running = this.#deliver(delivery).finally(() => {
      this.#running.delete(running)
      const busy = (this.#busy.get(endpoint) ?? 0) - 1
      if (busy > 0) this.#busy.set(endpoint, busy)
      else {
        this.#busy.delete(endpoint)
        this.#recorder.forgetHealth(endpoint)
      }
      this.wake()
    })
    this.#running.add(running)
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, send, timeoutMs, log } = this.#options
    const { signal } = this.#stop
    try {
      const body = await store.bodyOf(delivery)
      // The job was deleted, and the delivery with it.
      if (body === null) return
      const attempt = await attemptDelivery(delivery, body, { send, timeoutMs, signal, log })
      await this.#recorder.record(attempt)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, delivery: delivery.id }, 'callback could not be attempted')
      await store.putBack([delivery.id]).catch(() => {})
      // Not at once: the cause may persist.
      if (!signal.aborted) await delay(STORE_RETRY_MS, undefined, { ref: false })
    }
  }
}
