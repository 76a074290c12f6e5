/** Sends requests, and retries those that may then succeed. */
import { errorOf, ScriptoriumError } from './error.ts'

export interface TransportOptions {
  /** The service's URL, such as `https://scriptorium.example.com`. It may have a path. */
  readonly url: string | URL
  /** A service key of the account. Not needed if a proxy adds one to the requests. */
  readonly key?: string | undefined
  /** Sent with every request, such as headers that a proxy requires. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** How often a request that is safe to retry is retried. Default: 2. */
  readonly maxRetries?: number | undefined
  /** Milliseconds to wait for the response to a request other than an upload. Default: 60,000. */
  readonly timeoutMs?: number | undefined
}

/** Undefined and null values are left out; each value of an array becomes a parameter. */
export type Query = Readonly<Record<string, unknown>>

export interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

export interface RequestOptions extends Cancellable {
  readonly query?: Query | URLSearchParams | undefined
  /** Sent as JSON, except for `FormData` and streams. */
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Makes a creation safe to retry: requests with the same key create one thing only. */
  readonly idempotencyKey?: string | undefined
  /** Milliseconds to wait for the response; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined
}

export interface Answer<Body> {
  /** Null if the response has no body. */
  readonly body: Body
  readonly headers: Headers
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
/** Milliseconds before the first retry, doubled before each further one, and the maximum. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** Longest `Retry-After` to wait for, in seconds; a longer one is left to the caller. */
const MAX_RETRY_AFTER = 60
/** The longest delay that `setTimeout` accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1

export class Transport {
  /** Ends with a slash, so that paths can be resolved against it. */
  readonly base: URL
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    // `fetch` rejects such a header, which would look as if the service were unreachable.
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

  /** Resolves a path of the API against the service's URL. */
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
   * Sends a request, and retries it if that is safe: if it is idempotent, or has an `idempotencyKey`.
   * @returns the response, with the status 2xx or 304
   * @throws {ScriptoriumError}
   * @throws the reason of `signal` if it is aborted
   */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query, body, signal, idempotencyKey } = options
    const { maxRetries = 2 } = this.#options
    const isSafe = SAFE_METHODS.has(method) || idempotencyKey !== undefined
    // A stream can be read only once.
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

  /** Sends a request and parses its JSON response. @throws as `send` does */
  async json<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const response = await this.send(method, path, options)
    const text = await response.text().catch((cause: unknown) => {
      options.signal?.throwIfAborted()
      throw unreachable(this.base, cause)
    })
    return { body: this.parsed(text, response.status) as Body, headers: response.headers }
  }

  /** Parses the body of a successful response; null if it is empty. @throws {ScriptoriumError} */
  parsed(text: string, status: number): unknown {
    try {
      return text === '' ? null : JSON.parse(text)
    } catch (cause) {
      const message = `${this.base.href} did not answer as Scriptorium does: check the URL.`
      throw new ScriptoriumError('rejected', message, { status, cause })
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

/** Exponential backoff, half of it random, so that many clients do not retry at the same time. */
function backoffMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
}

/** @throws the reason of `signal` if it is aborted */
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

/** A new idempotency key. `crypto.randomUUID` would need a secure context. */
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
