import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ClaimedDelivery } from '../jobs/delivery.ts'
import type { NodeId } from '../jobs/node.ts'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'
import type { GuardedSend } from '../platform/net/guarded-send.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { DeliveryQueue } from '../store/deliveries/delivery-queue.ts'
import { attemptDelivery } from './attempt.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { PAUSE_POLICY, type PausePolicy } from './endpoint-health.ts'
import { fairShares, type Concurrency, nextMoment } from './fair-shares.ts'
import { lifetime, type RetrySchedule } from './retry-schedule.ts'

export interface DispatcherOptions {
  readonly store: DeliveryQueue
  /** The id of this process. */
  readonly node: NodeId
  /** Whether it may begin attempts now; always by default. The dispatcher is woken when this changes. */
  readonly isTaking?: () => boolean
  readonly send: GuardedSend
  readonly concurrency: Concurrency
  /** Milliseconds to wait for a response. */
  readonly timeoutMs: number
  readonly schedule: RetrySchedule
  readonly log: Logger
  /** Maximum time between two polls of the store, in milliseconds. */
  readonly pollMs?: number
  /** Duration of a lease, in milliseconds. */
  readonly leaseMs?: number
  readonly pausePolicy?: PausePolicy
}

/** Deliveries that other processes record are noticed within this time. */
const POLL_MS = 10_000
/** Another process may repeat an attempt this long after its process last extended the lease. */
const LEASE_MS = 10_000
const EXTENSIONS_PER_LEASE = 3

/**
 * Sends due deliveries, each at least once: if a process is killed during an attempt, another process repeats it. A delivery keeps its
 * slot until its attempt is recorded.
 */
export class CallbackDispatcher {
  readonly #options: Required<DispatcherOptions>
  readonly #recorder: AttemptRecorder
  readonly #loop: WakeLoop
  /** The deliveries in progress. */
  readonly #running = new Map<ClaimedDelivery, Promise<void>>()
  /** When the leases were last extended, by `performance.now()`. */
  #extendedAt = performance.now()
  /** Aborts the attempts in progress when their leases end. It is then replaced for later attempts. */
  #lapse = new AbortController()
  #lapseTimer: NodeJS.Timeout | undefined
  readonly #stop = new AbortController()

  constructor(options: DispatcherOptions) {
    this.#options = {
      isTaking: () => true,
      pollMs: POLL_MS,
      leaseMs: LEASE_MS,
      pausePolicy: PAUSE_POLICY,
      ...options,
    }
    this.#recorder = new AttemptRecorder({ ...this.#options, signal: this.#stop.signal })
    this.#loop = new WakeLoop(
      async () => this.#dispatch(),
      (error) => options.log.error({ err: error }, 'callback dispatch failed; retrying'),
    )
  }

  /** Looks for due deliveries. Call it at the start and when deliveries were recorded. */
  wake(): void {
    this.#loop.wake()
  }

  /** Begins no more attempts, gives those in progress `graceMs` to complete, then aborts them and puts their deliveries back. */
  async close(graceMs: number): Promise<void> {
    await this.#loop.close()
    const { log } = this.#options
    const extension = setInterval(() => {
      this.#extendLeases().catch((error: unknown) =>
        log.error({ err: error }, 'callback leases could not be extended; retrying'),
      )
    }, this.#extendMs)
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.all(this.#running.values())
    clearTimeout(timer)
    clearInterval(extension)
    clearTimeout(this.#lapseTimer)
  }

  async #dispatch(): Promise<void> {
    const { store, node, concurrency, leaseMs, pollMs, schedule } = this.#options
    while (!this.#loop.isClosed) {
      // Before the claim: after the process was suspended, the claim would otherwise take the deliveries that it is sending.
      await this.#extendLeases()
      if (!this.#options.isTaking()) return this.#loop.wakeIn(this.#extendMs)
      const { now, endpoints } = await store.waitingEndpoints()
      const busy = this.#busyEndpoints()
      for (const { id, pausedUntil } of endpoints) {
        // Deliveries that were waiting too long while the endpoint was paused.
        if (pausedUntil !== null && pausedUntil <= now && !busy.has(id))
          await store.giveUp(id, now - lifetime(schedule))
      }
      const shares = fairShares(endpoints, busy, concurrency, now)
      const claimed =
        shares.size === 0
          ? []
          : await store.claim({
              node,
              shares,
              perEndpoint: concurrency.perEndpoint,
              now,
              until: now + leaseMs,
            })
      for (const delivery of claimed) this.#begin(delivery)
      if (claimed.length > 0) continue
      const moment = nextMoment(endpoints, now) - now
      this.#loop.wakeIn(Math.min(moment, pollMs, this.#running.size > 0 ? this.#extendMs : Infinity))
      return
    }
  }

  /** The number of deliveries in progress, by endpoint. */
  #busyEndpoints(): Map<number, number> {
    const byEndpoint = Map.groupBy(this.#running.keys(), ({ endpoint }) => endpoint)
    return new Map([...byEndpoint].map(([endpoint, { length }]) => [endpoint, length]))
  }

  get #extendMs(): number {
    return this.#options.leaseMs / EXTENSIONS_PER_LEASE
  }

  async #extendLeases(): Promise<void> {
    const now = performance.now()
    if (now - this.#extendedAt < this.#extendMs) return
    await this.#options.store.extend([...this.#running.keys()], this.#options.leaseMs)
    this.#extendedAt = now
    clearTimeout(this.#lapseTimer)
    // When a suspended process resumes, its timers run before it writes to its sockets. So this aborts attempts that another process
    // may have repeated meanwhile, before they send anything.
    this.#lapseTimer = setTimeout(() => this.#endLapsed(), this.#leaseEnd - performance.now()).unref()
  }

  get #leaseEnd(): number {
    return this.#extendedAt + this.#options.leaseMs
  }

  #endLapsed(): void {
    this.#lapse.abort(new Error('the lease has ended'))
    this.#lapse = new AbortController()
  }

  #begin(delivery: ClaimedDelivery): void {
    const running = this.#deliver(delivery).finally(() => {
      this.#running.delete(delivery)
      this.wake()
    })
    this.#running.set(delivery, running)
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, send, timeoutMs, log } = this.#options
    const signal = AbortSignal.any([this.#stop.signal, this.#lapse.signal])
    try {
      const body = await store.bodyOf(delivery)
      // The job and its delivery were deleted, or the lease ended because this process was suspended.
      if (body === null) return
      if (performance.now() > this.#leaseEnd) this.#endLapsed()
      signal.throwIfAborted()
      const attempt = await attemptDelivery(delivery, body, { send, timeoutMs, signal, log })
      await this.#recorder.record(attempt)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, delivery: delivery.id }, 'callback could not be attempted')
      await store.putBack([delivery]).catch(() => {})
      // Keeps the slot for a while, because the cause may persist.
      if (!signal.aborted) await delay(STORE_RETRY_MS, undefined, { ref: false })
    }
  }
}
