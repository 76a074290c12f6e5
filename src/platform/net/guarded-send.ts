/**
 * Sends a request to a URL given by a caller, with the same guard as `guarded-fetch.ts`: only over http and https, and
 * only to public addresses, checked when the connection is made. Each request has a connection of its own.
 */
import { Client, type Dispatcher, errors } from 'undici'
import { FetchError, RefusedAddressError } from './fetch-error.ts'
import { fetchableUrl } from './fetchable-url.ts'
import { createGuardedConnector, type GuardSettings } from './guarded-connector.ts'
import { linkedAbort } from './linked-abort.ts'

interface SendRequest {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Until the headers of the response have arrived, in milliseconds. */
  readonly timeoutMs: number
  /** Bytes of the response body to read; the rest is not fetched. */
  readonly maxResponseBytes: number
  readonly signal: AbortSignal
}

/** Redirects are not followed, but returned. */
interface SendResponse {
  readonly status: number
  /** The `Retry-After` header. */
  readonly retryAfter: string | null
  /** The beginning of the body. */
  readonly text: string
}

/** There was no response. The message is one sentence for the owner of the URL, and does not contain an address. */
export class SendError extends Error {
  override readonly name = 'SendError'
  /** Whether every request to the URL will fail. */
  readonly isPermanent: boolean

  constructor(message: string, options: ErrorOptions & { isPermanent?: boolean } = {}) {
    super(message, options)
    this.isPermanent = options.isPermanent ?? false
  }
}

/**
 * @throws {SendError} if there was no response
 * @throws the reason of the signal, if it is aborted
 */
export type GuardedSend = (request: SendRequest) => Promise<SendResponse>

/** Milliseconds to wait for the body after the headers: it is informational only. */
const MAX_BODY_MS = 1_000

export function createGuardedSend(settings: GuardSettings): GuardedSend {
  const connector = createGuardedConnector(settings)

  return async ({ url: given, method, headers, body, timeoutMs, maxResponseBytes, signal: stop }) => {
    stop.throwIfAborted()
    const url = sendableUrl(given)
    using ending = linkedAbort(stop)
    const { signal } = ending
    const timeout = new SendError(`The endpoint did not answer within ${timeoutMs / 1000} seconds.`)
    const timer = setTimeout(() => ending.abort(timeout), timeoutMs)
    const client = new Client(url.origin, {
      connect: connector({ timeout: timeoutMs, signal }),
      // The timer above is exact; undici's tick only once a second.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      const response = await client.request({
        method,
        path: url.pathname + url.search,
        headers: { 'user-agent': 'Scriptorium', ...headers },
        body,
      })
      clearTimeout(timer)
      const { 'retry-after': retryAfter } = response.headers
      return {
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        text: await beginningOf(response.body, maxResponseBytes),
      }
    } catch (error) {
      throw signal.reason ?? sendErrorOf(error)
    } finally {
      clearTimeout(timer)
      await client.destroy()
    }
  }
}

function sendableUrl(given: string): URL {
  try {
    return fetchableUrl(given)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const message =
      'The URL must begin with http:// or https:// and must not contain a user name or password.'
    throw new SendError(message, { cause: error, isPermanent: true })
  }
}

/** Reads the beginning of a body, as far as it arrives in time. */
async function beginningOf(body: Dispatcher.ResponseData['body'], bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), MAX_BODY_MS)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bytes) break
    }
  } catch {
    // The endpoint or the timer interrupted it.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString()
}

function sendErrorOf(cause: unknown): SendError {
  if (cause instanceof RefusedAddressError) {
    const message =
      'The URL leads to a private or reserved address, to which this service does not send; use a public URL.'
    return new SendError(message, { cause })
  }
  const { code } = cause as { code?: unknown }
  if (cause instanceof errors.ConnectTimeoutError) {
    return new SendError('The connection to the endpoint timed out.', { cause })
  }
  if (code === 'ENOTFOUND') return new SendError('The host name of the endpoint is not known.', { cause })
  if (code === 'ECONNREFUSED') return new SendError('The endpoint refused the connection.', { cause })
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return new SendError('The endpoint closed the connection before it answered.', { cause })
  }
  return new SendError('The endpoint gave no valid response; check its host name, port and certificate.', {
    cause,
  })
}
