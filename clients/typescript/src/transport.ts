/** Sends requests, and again those that may succeed when they are repeated. */
import { errorOf, ScriptoriumError } from './error.ts'

export interface TransportOptions {
  /** Where the service is, such as `https://scriptorium.example.com`; may have a path. */
  readonly url: string | URL
  /** A service key of the account. Not needed where requests get one on their way, such as from a proxy. */
  readonly key?: string | undefined
  /** Sent with every request, such as what a proxy in between asks for. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** How often a request is repeated that is safe to repeat. Default: 2. */
  readonly maxRetries?: number | undefined
  /** Milliseconds until a request must be answered, except uploads. Default: 60,000. */
  readonly timeoutMs?: number | undefined
}

/** Of values that are undefined or null, nothing is sent; of a list, each value. */
export type Query = Readonly<Record<string, unknown>>

export interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

export interface RequestOptions extends Cancellable {
  readonly query?: Query | URLSearchParams | undefined
  /** Sent as JSON, unless it is a form or a stream. */
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Makes a creation safe to repeat: the same key never creates twice. */
  readonly idempotencyKey?: string | undefined
  /** Milliseconds until it must be answered; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined
}

export interface Answer<Body> {
  /** Null if there is none. */
  readonly body: Body
  readonly headers: Headers
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
/** Milliseconds before the first repetition, doubled before each further one, and the most. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** The longest `Retry-After` that is waited for, in seconds; a longer one is left to the caller. */
const MAX_RETRY_AFTER = 60
/** What timers accept. */
const MAX_TIMER_MS = 2 ** 31 - 1

export class Transport {
  /** With a slash at its end, so that paths can be relative to it. */
  readonly base: URL
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    // Otherwise, each request would fail as if the service could not be reached.
    if (!/^[\x20-\x7e]*$/.test(options.key ?? ''))
      throw new TypeError('key: must be printable ASCII characters')
    this.base = new URL(options.url)
    if (!/^https?:$/.test(this.base.protocol)) throw new TypeError('url: must begin with http:// or https://')
    if (!this.base.pathname.endsWith('/')) this.base.pathname += '/'
    this.#options = options
  }

  get hasOwnFetch(): boolean {
    return this.#options.fetch !== undefined
  }

  /** The URL of a path of the API, below the path of the service. */
  urlOf(path: string, query: Query | URLSearchParams = {}): URL {
    const url = new URL(path.replace(/^\/+/, ''), this.base)
    if (query instanceof URLSearchParams) url.search = query.toString()
    else for (const [name, value] of pairsOf(query)) url.searchParams.append(name, value)
    return url
  }

  headersOf({ headers, idempotencyKey }: RequestOptions): Record<string, string> {
    const { key, headers: always } = this.#options
    return {
      ...(key !== undefined && { 'x-service-key': key }),
      ...always,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
    }
  }

  /**
   * Sends a request. Those that change nothing when they are repeated are: with an `idempotencyKey` also creations.
   * @returns the response, whose status is 2xx or 304
   * @throws {ScriptoriumError}
   * @throws the reason of `signal` once that is aborted
   */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query, body, signal, idempotencyKey } = options
    const { maxRetries = 2 } = this.#options
    const isSafe = SAFE_METHODS.has(method) || idempotencyKey !== undefined
    // A stream can be read once.
    const retries = isSafe && !(body instanceof ReadableStream) ? maxRetries : 0
    const url = this.urlOf(path, query)
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(method, url, options)
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ScriptoriumError) || !error.isTemporary || attempt >= retries) throw error
        if ((error.retryAfter ?? 0) > MAX_RETRY_AFTER) throw error
        await sleep(Math.max(backoffMs(attempt), (error.retryAfter ?? 0) * 1000), signal)
      }
    }
  }

  /** Sends a request that is answered with JSON. @throws as `send` does */
  async json<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const response = await this.send(method, path, options)
    const text = await response.text().catch((cause: unknown) => {
      options.signal?.throwIfAborted()
      throw unreachable(this.base, cause)
    })
    try {
      return { body: (text === '' ? null : JSON.parse(text)) as Body, headers: response.headers }
    } catch (cause) {
      const message = `${this.base.href} did not answer as Scriptorium does: check the URL.`
      throw new ScriptoriumError('rejected', message, { status: response.status, cause })
    }
  }

  async #attempt(method: string, url: URL, options: RequestOptions): Promise<Response> {
    const { body, signal, timeoutMs = this.#options.timeoutMs ?? 60_000 } = options
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof ReadableStream)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), Math.min(timeoutMs, MAX_TIMER_MS))
    const init = {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...this.headersOf(options) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.any(signal === undefined ? [timeout.signal] : [timeout.signal, signal]),
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    }
    let response: Response
    try {
      response = await (this.#options.fetch ?? fetch)(url, init)
    } catch (cause) {
      if (timeout.signal.aborted)
        throw new ScriptoriumError('timeout', `${this.base.origin} did not answer within ${timeoutMs} ms.`)
      throw unreachable(this.base, cause)
    } finally {
      clearTimeout(timer)
    }
    if (response.ok || response.status === 304) return response
    throw errorOf(response.status, await response.text().catch(() => ''), (name) =>
      response.headers.get(name),
    )
  }
}

export function unreachable(base: URL, cause?: unknown): ScriptoriumError {
  const reason = cause instanceof Error && cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  return new ScriptoriumError('unreachable', `${base.origin} cannot be reached${reason}.`, { cause })
}

/** Exponential, with a random half, so that many clients do not come back at the same time. */
function backoffMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** @throws the reason of `signal` once that is aborted */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  let end = () => {}
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
      signal?.addEventListener('abort', end)
    })
  } finally {
    signal?.removeEventListener('abort', end)
  }
  signal?.throwIfAborted()
}

/** A new key for an idempotent request. `crypto.randomUUID` would need a secure page. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function pairsOf(query: Query): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((one) => [name, String(one)])
    if (value instanceof Date) return [[name, value.toISOString()]]
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}
