/**
 * Fetches URLs given by callers: only over http and https, only from public addresses (see `guarded-connector.ts`), and
 * within limits of time and size.
 *
 * - The body is passed on as received: `accept-encoding: identity` is sent and nothing is decompressed, so that a few
 *   bytes cannot become gigabytes.
 * - Each request has a connection of its own, which is closed when the consumer returns: no response is left half read,
 *   and no connection is shared between callers.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { Client, type Dispatcher } from 'undici'
import { FetchError, interrupted, noResponse, tooLarge, tooSlow } from './fetch-error.ts'
import { fetchableUrl, redirectTarget } from './fetchable-url.ts'
import { createGuardedConnector, type GuardedConnector, type GuardSettings } from './guarded-connector.ts'
import { linkedAbort } from './linked-abort.ts'

/** Times are in milliseconds, exact to about a second, the interval of undici's timers. */
export interface FetchOptions {
  /** Maximum size of the body. */
  maxBytes: number
  /** Redirects to follow; 5 by default. */
  maxRedirects?: number
  /** Until the connection is established, including name resolution and TLS; 10 s by default. */
  connectTimeout?: number
  /** From the request to the end of the response headers; 30 s by default. */
  headersTimeout?: number
  /** Between two chunks of the body; 30 s by default. */
  stallTimeout?: number
  /** For everything, including redirects and the consumer; 30 minutes by default. */
  totalTimeout?: number
  /** Additional request headers, such as `range`; also sent after a redirect. */
  headers?: Readonly<Record<string, string>>
  /** The Authorization header. It is sent to the origin of the URL only, never to another one that it redirects to. */
  authorization?: string
  signal?: AbortSignal | undefined
}

export interface FetchedResponse {
  /** After redirects. */
  url: URL
  /** 2xx. */
  status: number
  headers: IncomingHttpHeaders
  /** Fails with {@link FetchError}. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Sends a GET request, passes a 2xx response to `consume`, and returns its result. The connection is closed when
 * `consume` settles, or as soon as it stops reading the body.
 *
 * @throws {FetchError} if the URL or its server is at fault
 * @throws the reason of the signal, if it is aborted
 */
export type GuardedFetch = <T>(
  url: string,
  options: FetchOptions,
  consume: (response: FetchedResponse) => Promise<T>,
) => Promise<T>

export function createGuardedFetch(settings: GuardSettings): GuardedFetch {
  const connector = createGuardedConnector(settings)

  return async (input, options, consume) => {
    const { maxBytes, maxRedirects = 5, totalTimeout = 30 * 60_000, authorization } = options
    options.signal?.throwIfAborted()
    const start = fetchableUrl(input)
    using ending = linkedAbort(options.signal)
    const { signal } = ending
    const timer = setTimeout(() => ending.abort(tooSlow()), totalTimeout)

    const headersFor = ({ origin }: URL) => ({
      ...options.headers,
      ...(authorization !== undefined && origin === start.origin && { authorization }),
    })

    const visit = (url: URL) =>
      request(url, { ...options, headers: headersFor(url), signal, connector }, async (response) => {
        const location = redirectLocation(response)
        if (location !== undefined) return { next: redirectTarget(url, location) }
        if (response.statusCode < 200 || response.statusCode > 299) throw badStatus(response.statusCode)
        if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
        const body = chunksOf(response.body, (error) => signal.reason ?? interrupted(error, maxBytes))
        return {
          result: await consume({ url, status: response.statusCode, headers: response.headers, body }),
        }
      })

    try {
      let url = start
      for (let left = maxRedirects; ; left--) {
        const visited = await visit(url)
        if ('result' in visited) return visited.result
        if (left === 0) throw tooManyRedirects(maxRedirects)
        url = visited.next
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

interface RequestOptions extends FetchOptions {
  signal: AbortSignal
  connector: GuardedConnector
}

/** Sends one GET request on a connection of its own, which is closed once `use` has settled. */
async function request<T>(
  url: URL,
  options: RequestOptions,
  use: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const { signal, connector } = options
  const client = new Client(url.origin, {
    connect: connector({ timeout: options.connectTimeout ?? 10_000, signal }),
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
        throw signal.reason ?? noResponse(error)
      })
    return await use(response)
  } finally {
    await client.destroy()
  }
}

/** The chunks of a body, with its errors translated; errors of the consumer are not. */
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

function redirectLocation({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const { location } = headers
  return [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string' ? location : undefined
}

function badStatus(status: number): FetchError {
  const message = `The server of the URL answered with status ${status}; use a URL that can be downloaded without signing in.`
  return new FetchError('http-status', message, { status })
}

function tooManyRedirects(max: number): FetchError {
  const message = `The URL is redirected more than ${max} times; use its final destination.`
  return new FetchError('too-many-redirects', message)
}
