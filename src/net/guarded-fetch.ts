/**
 * Fetches URLs that callers made up: only over http and https, only from public addresses (see
 * `guarded-connector.ts`), and never for longer, or more, than agreed.
 *
 * Decided here (and in `fetchable-url.ts`):
 * - Bytes are handed over as sent: `accept-encoding: identity` is asked for, and nothing is decompressed, so a few
 *   bytes cannot become gigabytes.
 * - Each request has a connection of its own, closed when the consumer returns: nothing is left half read, and no
 *   caller's connection is ever another's.
 */
import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { Client, type Dispatcher } from 'undici'
import { broken, FetchError, tooLarge, tooSlow, unanswered } from './fetch-error.ts'
import { fetchableUrl, redirectTarget } from './fetchable-url.ts'
import { guardedConnector, type Resolver } from './guarded-connector.ts'
import { linkedAbort } from './linked-abort.ts'
import { isPublicAddress } from './public-address.ts'

export interface FetchSettings {
  /** Switches the address guard off (ALLOW_PRIVATE_URLS=1). */
  allowPrivate: boolean
  /** How names become addresses; the system's way unless a test says otherwise. */
  resolve?: Resolver
  /** Which addresses are public; a test may count a loopback address among them. */
  isPublic?: (ip: string) => boolean
}

/** Times are in milliseconds, kept to about a second (undici's timers tick so). */
export interface FetchOptions {
  /** Of the body. */
  maxBytes: number
  /** How many redirects are followed: 5 unless given. */
  maxRedirects?: number
  /** Until a connection stands, name and TLS included: 10 s unless given. */
  connectTimeout?: number
  /** From the request to the end of the answer's headers: 30 s unless given. */
  headersTimeout?: number
  /** Between two pieces of the body: 30 s unless given. */
  stallTimeout?: number
  /** For everything, redirects and consumer included: 30 minutes unless given. */
  totalTimeout?: number
  /** Further headers of the request, `range` for instance; a redirect is followed with them. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

export interface FetchedResponse {
  /** Where the redirects led. */
  url: URL
  /** 2xx. */
  status: number
  headers: IncomingHttpHeaders
  /** Fails with {@link FetchError}. */
  body: AsyncIterable<Uint8Array>
}

/**
 * GETs a URL and hands the answer, whose status is 2xx, to `consume`; gives what that gives. The connection is closed
 * when `consume` settles, or as soon as it stops reading the body.
 *
 * @throws {FetchError} for all that the URL or its server is to blame for; the signal's reason when it was aborted
 */
export type GuardedFetch = <T>(
  url: string,
  options: FetchOptions,
  consume: (response: FetchedResponse) => Promise<T>,
) => Promise<T>

export function createGuardedFetch(settings: FetchSettings): GuardedFetch {
  const { allowPrivate, isPublic = isPublicAddress } = settings
  const resolve: Resolver = settings.resolve ?? ((hostname) => lookup(hostname, { all: true }))
  const mayDial = (ip: string) => allowPrivate || isPublic(ip)

  return async (input, options, consume) => {
    const { maxBytes, maxRedirects = 5, totalTimeout = 30 * 60_000 } = options
    using ending = linkedAbort(options.signal)
    const { signal } = ending
    const timer = setTimeout(() => ending.abort(tooSlow()), totalTimeout)

    const visit = (url: URL) =>
      request(url, { ...options, signal, resolve, mayDial }, async (response) => {
        const location = redirection(response)
        if (location !== undefined) return { next: redirectTarget(url, location) }
        if (response.statusCode < 200 || response.statusCode > 299) throw badStatus(response.statusCode)
        if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
        const body = chunksOf(response.body, (error) => signal.reason ?? broken(error, maxBytes))
        return {
          result: await consume({ url, status: response.statusCode, headers: response.headers, body }),
        }
      })

    try {
      signal.throwIfAborted()
      let url = fetchableUrl(input)
      for (let left = maxRedirects; ; left--) {
        const answer = await visit(url)
        if ('result' in answer) return answer.result
        if (left === 0) throw tooManyRedirects(maxRedirects)
        url = answer.next
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

interface RequestOptions extends FetchOptions {
  signal: AbortSignal
  resolve: Resolver
  mayDial: (ip: string) => boolean
}

/** One GET on a connection that is gone when `use` settles. */
async function request<T>(
  url: URL,
  options: RequestOptions,
  use: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const { signal, resolve, mayDial } = options
  const client = new Client(url.origin, {
    connect: guardedConnector({ resolve, mayDial, timeout: options.connectTimeout ?? 10_000, signal }),
    headersTimeout: options.headersTimeout ?? 30_000,
    bodyTimeout: options.stallTimeout ?? 30_000,
    maxResponseSize: options.maxBytes,
  })
  try {
    const response = await client
      .request({
        method: 'GET',
        path: url.pathname + url.search,
        headers: { ...options.headers, 'accept-encoding': 'identity', 'user-agent': 'Scriptorium' },
      })
      .catch((error: unknown) => {
        throw signal.reason ?? unanswered(error)
      })
    return await use(response)
  } finally {
    await client.destroy()
  }
}

/** The chunks of a body, its failures translated; the consumer's own are left alone. */
async function* chunksOf(
  body: Dispatcher.ResponseData['body'],
  translate: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw translate(error)
      })
      if (done === true) return
      yield value
    }
  } finally {
    body.destroy()
  }
}

function redirection({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const { location } = headers
  return [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string' ? location : undefined
}

function badStatus(status: number): FetchError {
  const message = `The server of the URL answered with status ${status}; give a URL that anyone can download.`
  return new FetchError('http-status', message, { status })
}

function tooManyRedirects(max: number): FetchError {
  const message = `The URL is redirected more than ${max} times; give the URL it leads to.`
  return new FetchError('too-many-redirects', message)
}
