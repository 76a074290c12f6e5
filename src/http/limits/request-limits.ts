import type { FastifyInstance } from 'fastify'
import { LimitError } from '../../jobs/limits.ts'
import { publish } from '../../platform/metrics.ts'

const WINDOW_SECONDS = 60

/** The requests of an account within a minute, counted from the first one. */
interface Window {
  requests: number
  /** As of `performance.now()`. */
  readonly endsAt: number
}

/** The requests to this process of accounts with a limit. */
export class RequestWindows {
  readonly #windows = new Map<number, Window>()

  /** The current window of an account; null if there is none. */
  of(account: number, now = performance.now()): Window | null {
    const window = this.#windows.get(account)
    return window !== undefined && now < window.endsAt ? window : null
  }

  /** Counts a request. @returns the current window, including the request */
  count(account: number, now = performance.now()): Window {
    const window = this.of(account, now) ?? { requests: 0, endsAt: now + WINDOW_SECONDS * 1000 }
    window.requests++
    this.#windows.set(account, window)
    return window
  }
}

/**
 * Limits the requests of each account to the routes of `app`, which need a key, and reports the rest to clients as in
 * draft-ietf-httpapi-ratelimit-headers-10. (@fastify/rate-limit sends the headers of draft 06.)
 */
export function limitRequests(app: FastifyInstance, windows: RequestWindows): void {
  app.addHook('onRequest', ({ account, caller }, reply, done) => {
    const limit = caller?.requestsPerMinute ?? null
    if (limit === null) return done()
    const now = performance.now()
    const { requests, endsAt } = windows.count(account, now)
    const seconds = Math.ceil((endsAt - now) / 1000)
    reply.header('ratelimit-policy', `"requests";q=${limit};w=${WINDOW_SECONDS}`)
    reply.header('ratelimit', `"requests";r=${Math.max(0, limit - requests)};t=${seconds}`)
    if (requests <= limit) return done()
    publish('limited', { limit: 'requests_per_minute' })
    throw new LimitError('requests_per_minute', limit, seconds)
  })
}
