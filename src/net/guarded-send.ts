/**
 * Sends something to a URL that a caller made up, under the same guard as `guarded-fetch.ts`: only over http and https,
 * and only to public addresses, judged at the dialling. Each request has a connection of its own.
 */
import { lookup } from 'node:dns/promises'
import { Client, type Dispatcher, errors } from 'undici'
import { FetchError, RefusedAddressError } from './fetch-error.ts'
import { fetchableUrl } from './fetchable-url.ts'
import { guardedConnector, type Resolver } from './guarded-connector.ts'
import type { FetchSettings } from './guarded-fetch.ts'
import { linkedAbort } from './linked-abort.ts'
import { isPublicAddress } from './public-address.ts'

interface SendRequest {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything up to the head of the answer, in milliseconds. */
  readonly timeoutMs: number
  /** Bytes of the answer's body that are read; the rest is never fetched. */
  readonly answerBytes: number
  readonly signal: AbortSignal
}

/** What came back; a redirect is an answer like any other and is not followed. */
interface SendAnswer {
  readonly status: number
  /** Of the header `retry-after`. */
  readonly retryAfter: string | null
  /** The beginning of the body. */
  readonly text: string
}

/** No answer came. The message is one sentence for the owner of the URL, and tells no address. */
export class SendError extends Error {
  override readonly name = 'SendError'
  /** Whether the URL can never be sent to. */
  readonly isHopeless: boolean

  constructor(message: string, options: ErrorOptions & { isHopeless?: boolean } = {}) {
    super(message, options)
    this.isHopeless = options.isHopeless ?? false
  }
}

/** @throws {SendError} when no answer came; the signal's reason when it was aborted */
export type GuardedSend = (request: SendRequest) => Promise<SendAnswer>

/** Milliseconds that the body of an answer may take once its head is there: what counts has come. */
const BODY_MS = 1_000

export function createGuardedSend(settings: FetchSettings): GuardedSend {
  const { allowPrivate, isPublic = isPublicAddress } = settings
  const resolve = settings.resolve ?? sharedLookup()
  const mayDial = (ip: string) => allowPrivate || isPublic(ip)

  return async ({ url: given, method, headers, body, timeoutMs, answerBytes, signal: stop }) => {
    stop.throwIfAborted()
    const url = sendableUrl(given)
    using ending = linkedAbort(stop)
    const { signal } = ending
    const late = new SendError(`No answer came within ${timeoutMs / 1000} seconds.`)
    const timer = setTimeout(() => ending.abort(late), timeoutMs)
    const client = new Client(url.origin, {
      connect: guardedConnector({ resolve, mayDial, timeout: timeoutMs, signal }),
      // Kept by the timer above, to the millisecond.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      const answer = await client.request({
        method,
        path: url.pathname + url.search,
        headers: { 'user-agent': 'Scriptorium', ...headers },
        body,
      })
      clearTimeout(timer)
      const { 'retry-after': retryAfter } = answer.headers
      return {
        status: answer.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        text: await beginning(answer.body, answerBytes),
      }
    } catch (error) {
      throw signal.reason ?? unanswered(error)
    } finally {
      clearTimeout(timer)
      await client.destroy()
    }
  }
}

/**
 * Looks a name up once for all that ask for it at the same time, and anew for whoever asks later: the system's look-ups
 * run on four threads of this process, and one name whose server does not answer would have all of them.
 */
function sharedLookup(): Resolver {
  const pending = new Map<string, ReturnType<Resolver>>()
  return async (hostname) => {
    const known = pending.get(hostname)
    if (known !== undefined) return known
    const asked = lookup(hostname, { all: true }).finally(() => pending.delete(hostname))
    pending.set(hostname, asked)
    return asked
  }
}

function sendableUrl(given: string): URL {
  try {
    return fetchableUrl(given)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const message = 'The URL must begin with http:// or https://, and hold no user name or password.'
    throw new SendError(message, { cause: error, isHopeless: true })
  }
}

/** As much of a body as is wanted and comes soon. How it ends does not matter: the status has said what counts. */
async function beginning(body: Dispatcher.ResponseData['body'], bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), BODY_MS)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bytes) break
    }
  } catch {
    // Broken off, by the receiver or by the timer.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString()
}

/** What stopped a request before its answer. */
function unanswered(cause: unknown): SendError {
  if (cause instanceof RefusedAddressError) {
    const message =
      'The URL leads to a private or reserved address, where this service sends nothing; ' +
      'give a public URL, or have the operator set ALLOW_PRIVATE_URLS=1.'
    return new SendError(message, { cause })
  }
  const { code } = cause as { code?: unknown }
  if (cause instanceof errors.ConnectTimeoutError) {
    return new SendError('The receiver could not be connected to in time.', { cause })
  }
  if (code === 'ENOTFOUND') return new SendError('The name of the receiver is not known.', { cause })
  if (code === 'ECONNREFUSED') return new SendError('The receiver refused the connection.', { cause })
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return new SendError('The receiver broke the connection before it answered.', { cause })
  }
  return new SendError('The receiver gave no valid answer; check its name, port and certificate.', { cause })
}
