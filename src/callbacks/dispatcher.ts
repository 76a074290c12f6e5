import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Attempt, EndpointHealth } from '../jobs/delivery.ts'
import type {
  ClaimedDelivery,
  DeliveryQueue,
  AttemptedDelivery,
  WaitingEndpoint,
} from '../jobs/delivery-queue.ts'
import { STORE_RETRY_MS, untilStored } from '../jobs/retry-store.ts'
import { type GuardedSend, SendError } from '../net/guarded-send.ts'
import { fairShares, type Limits, nextMoment } from './fair-shares.ts'
import { healthAfter, PAUSE_POLICY, type PausePolicy } from './receiver-health.ts'
import {
  decisionAfter,
  isSuccess,
  lifetime,
  RETRY_SCHEDULE,
  type RetrySchedule,
  type TryOutcome,
} from './retry-schedule.ts'
import { signedHeaders } from './signature.ts'

export interface DispatcherOptions {
  readonly store: DeliveryQueue
  readonly send: GuardedSend
  readonly limits: Limits
  /** Milliseconds for an answer. */
  readonly timeoutMs: number
  readonly log: Logger
  readonly schedule?: RetrySchedule
  readonly pausePolicy?: PausePolicy
}

/** Milliseconds in which tries that end are gathered for one transaction; a receiver has its delivery already. */
const GATHER_MS = 5
/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 1024
/** Milliseconds between two looks at the store at most. */
const LOOK_MS = 10_000
/** Milliseconds beyond the time for an answer after which a try counts as never made. */
const LEASE_MARGIN_MS = 60_000

/** How one try went, before it is recorded. */
interface Tried {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly outcome: TryOutcome
}

/**
 * Delivers what the store has for receivers, at least once: what was being tried when this process was killed is tried
 * again by the next. A delivery holds its slot until its try is recorded, and tries that end at the same time are
 * recorded in one transaction.
 */
export class CallbackDispatcher {
  readonly #options: DispatcherOptions
  readonly #schedule: RetrySchedule
  readonly #pausePolicy: PausePolicy
  /** How many deliveries of each receiver are being tried. */
  readonly #busy = new Map<number, number>()
  readonly #running = new Set<Promise<void>>()
  readonly #health = new Map<number, EndpointHealth>()
  readonly #stop = new AbortController()
  #recovered = false
  #isClosed = false
  #looking: Promise<void> | null = null
  #lookAgain = false
  #timer: NodeJS.Timeout | undefined
  #tried: Tried[] = []
  #recording: Promise<void> | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#schedule = options.schedule ?? RETRY_SCHEDULE
    this.#pausePolicy = options.pausePolicy ?? PAUSE_POLICY
  }

  /** Looks for what is due: at start, and whenever there may be something. */
  wake(): void {
    if (this.#isClosed) return
    if (this.#looking !== null) {
      this.#lookAgain = true
      return
    }
    clearTimeout(this.#timer)
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'deliveries cannot be looked up, and are looked for again')
        this.#wakeIn(STORE_RETRY_MS)
      })
      .finally(() => {
        this.#looking = null
        if (!this.#lookAgain) return
        this.#lookAgain = false
        this.wake()
      })
  }

  /** Begins nothing more, gives what is on its way `graceMs` to arrive, and puts the rest back. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#looking
    const timer = setTimeout(() => this.#stop.abort(new Error('the service is shutting down')), graceMs)
    await Promise.all(this.#running)
    clearTimeout(timer)
  }

  async #look(): Promise<void> {
    const { store, limits, timeoutMs } = this.#options
    if (!this.#recovered) await store.recover()
    this.#recovered = true
    while (!this.#isClosed) {
      const waiting = await store.waitingEndpoints()
      const now = Date.now()
      for (const one of waiting) await this.#meet(one, now)
      const shares = fairShares(waiting, this.#busy, limits, now)
      const claimed =
        shares.size === 0 ? [] : await store.claim(shares, now, now + timeoutMs + LEASE_MARGIN_MS)
      for (const delivery of claimed) this.#begin(delivery)
      if (claimed.length > 0) continue
      const moment = nextMoment(waiting, now)
      this.#wakeIn(moment === null ? LOOK_MS : Math.min(moment - now, LOOK_MS))
      return
    }
  }

  /** Learns how a receiver is, and gives up what waits too long for one that is paused. */
  async #meet(receiver: WaitingEndpoint, now: number): Promise<void> {
    const { id, failures, failingSince, pausedUntil } = receiver
    // Of one that is being tried more is known here.
    if (!this.#busy.has(id)) this.#health.set(id, { failures, failingSince, pausedUntil })
    if (pausedUntil === null || pausedUntil > now || this.#busy.has(id)) return
    await this.#options.store.giveUp(id, now - lifetime(this.#schedule))
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), ms).unref()
  }

  #begin(delivery: ClaimedDelivery): void {
    const { endpoint: receiver } = delivery
    this.#busy.set(receiver, (this.#busy.get(receiver) ?? 0) + 1)
    const running = this.#deliver(delivery).finally(() => {
      this.#running.delete(running)
      const busy = (this.#busy.get(receiver) ?? 0) - 1
      if (busy > 0) this.#busy.set(receiver, busy)
      else {
        this.#busy.delete(receiver)
        this.#health.delete(receiver)
      }
      this.wake()
    })
    this.#running.add(running)
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, log } = this.#options
    try {
      const body = await store.bodyOf(delivery)
      // Its job was deleted, and the delivery with it.
      if (body === null) return
      const tried = await this.#try(delivery, body)
      this.#tried.push(tried)
    } catch (error) {
      if (!this.#stop.signal.aborted)
        log.error({ err: error, delivery: delivery.id }, 'a delivery cannot be tried')
      await store.putBack([delivery.id]).catch(() => {})
      // Not at once: what broke it would break it again.
      if (!this.#stop.signal.aborted) await delay(STORE_RETRY_MS, undefined, { ref: false })
      return
    }
    // One that is under way takes this one in as well.
    this.#recording ??= this.#record()
    await this.#recording
  }

  async #try(delivery: ClaimedDelivery, body: string): Promise<Tried> {
    const { send, timeoutMs } = this.#options
    const { id, url, method, secrets } = delivery
    const at = Date.now()
    const began = performance.now()
    const attempt = { at, status: null, answer: null, error: null }
    const took = () => Math.round(performance.now() - began)
    const headers = { 'content-type': 'application/json', ...signedHeaders(id, at, body, secrets) }
    const { signal } = this.#stop
    try {
      const request = { url, method, headers, body, timeoutMs, answerBytes: ANSWER_BYTES, signal }
      const { status, retryAfter, text } = await send(request)
      return {
        delivery,
        attempt: { ...attempt, duration: took(), status, answer: text },
        outcome: { status, retryAfter, isHopeless: false },
      }
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      this.#options.log.debug({ err: error, delivery: id }, 'a receiver gave no answer')
      return {
        delivery,
        attempt: { ...attempt, duration: took(), error: error.message },
        outcome: { status: null, retryAfter: null, isHopeless: error.isHopeless },
      }
    }
  }

  /** Records every try that has ended, until there is none. */
  async #record(): Promise<void> {
    const { store, log } = this.#options
    const { signal } = this.#stop
    try {
      while (this.#tried.length > 0) {
        await delay(GATHER_MS)
        const batch = this.#tried
        this.#tried = []
        const now = Date.now()
        const tried = batch.map(({ delivery, attempt, outcome }): AttemptedDelivery => {
          const decision = decisionAfter(outcome, delivery, this.#schedule, now, Math.random())
          return { delivery, attempt, decision }
        })
        const health = this.#healthAfter(batch, now)
        await untilStored(async () => store.record(tried, health), { log, signal })
        for (const one of tried) this.#report(one)
      }
    } catch (error) {
      // What is not recorded when the service stops is sent again by the next run.
      if (!signal.aborted) throw error
    } finally {
      // Not a microtask later: what ends in between would wait for a record that is never made.
      this.#recording = null
    }
  }

  /** How the receivers are of whom the tries tell something new. */
  #healthAfter(batch: readonly Tried[], now: number): Map<number, EndpointHealth> {
    const changed = new Map<number, EndpointHealth>()
    for (const { delivery, outcome } of batch) {
      const { endpoint: receiver } = delivery
      const before = this.#health.get(receiver) ?? { failures: 0, failingSince: null, pausedUntil: null }
      const { status, isHopeless } = outcome
      // One that says when to come again, or that there is nothing more to be sent, is well.
      const isFailure = !isSuccess(status) && status !== 410 && status !== 429 && !isHopeless
      const after = healthAfter(before, isFailure, this.#pausePolicy, now)
      if (after === before) continue
      this.#health.set(receiver, after)
      changed.set(receiver, after)
      const { origin } = new URL(delivery.url)
      if (after.pausedUntil !== null && after.pausedUntil !== before.pausedUntil) {
        const until = new Date(after.pausedUntil).toISOString()
        this.#options.log.warn(
          { receiver: origin, until },
          'a callback receiver fails for long, and is paused',
        )
      } else if (before.pausedUntil !== null && after.pausedUntil === null) {
        this.#options.log.info({ receiver: origin }, 'a callback receiver is back')
      }
    }
    return changed
  }

  #report({ delivery, attempt, decision }: AttemptedDelivery): void {
    const { id, jobId: job, event } = delivery
    const { status, duration: ms, error } = attempt
    const what = { delivery: id, job, event, status, ms, ...(error === null ? {} : { reason: error }) }
    if (decision.state === 'delivered') this.#options.log.debug(what, 'callback delivered')
    else if (decision.state === 'failed') this.#options.log.warn(what, 'callback given up')
    else
      this.#options.log.info({ ...what, again: new Date(decision.nextAt).toISOString() }, 'callback failed')
  }
}
