/** A server of the operator's that is called over HTTP, such as a language model: its address, key, time and size limits. */
import { Agent, errors, type FormData, request } from 'undici'
import { linkedAbort } from './linked-abort.ts'
import { parseRetryAfter } from './retry-after.ts'

/** Of a server's message, for the log. */
const MAX_REASON_CHARACTERS = 500

/** For DNS, TCP and TLS. */
const CONNECT_TIMEOUT_MS = 10_000

export interface ApiServerOptions {
  /** Base of its API, such as `http://localhost:11434/v1`. May contain a user name and a password. */
  readonly url: string
  /** Sent as a bearer token; null where the server needs none. */
  readonly apiKey: string | null
  /** For one answer, from the request to its last byte. */
  readonly timeoutSeconds: number
  /** Of one answer. */
  readonly maxResponseBytes: number
}

export interface ApiRequest {
  /** Below the base of the API, such as `/chat/completions`. */
  readonly path: string
  /** Sets the type of the content, if it is a form. */
  readonly body?: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** A complete answer, whatever its status. */
export interface ApiResponse {
  readonly status: number
  readonly contentType: string
  /** What the server asks for before a retry (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined
  readonly text: string
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown
}

/** There was no complete answer: it took too long, was too large, or the connection failed or broke. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly reason: 'timeout' | 'too-large' | 'connection'

  constructor(reason: NoAnswerError['reason'], cause: unknown) {
    super(`No answer: ${reason}`, { cause })
    this.reason = reason
  }
}

/** One server, with persistent connections. Its address is the operator's, and may be private. */
export class ApiServer {
  readonly #base: URL
  readonly #headers: Readonly<Record<string, string>>
  /** Removed from everything that is logged. */
  readonly #secrets: readonly string[]
  readonly #timeoutSeconds: number
  readonly #dispatcher: Agent

  constructor({ url, apiKey, timeoutSeconds, maxResponseBytes }: ApiServerOptions) {
    this.#base = new URL(url)
    const { username, password: encoded } = this.#base
    const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)]
    const authorization = apiKey === null ? basicAuth(user, password) : `Bearer ${apiKey}`
    this.#headers = {
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
    }
    this.#secrets = [apiKey ?? '', password, encoded].filter((secret) => secret !== '')
    this.#base.username = ''
    this.#base.password = ''
    this.#timeoutSeconds = timeoutSeconds
    this.#dispatcher = new Agent({
      maxResponseSize: maxResponseBytes,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // The timeout of the whole request applies instead: a model may use all of it before its first token.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /**
   * Sends a request, once: POST if it has a body, else GET.
   * @throws {NoAnswerError} without a complete answer
   * @throws the reason of `signal`, once that is aborted
   */
  async send({ path, body, headers }: ApiRequest, signal: AbortSignal | undefined): Promise<ApiResponse> {
    const url = new URL(this.#base)
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}${path}`
    using abort = linkedAbort(signal)
    let isTimeout = false
    const deadline = setTimeout(() => {
      isTimeout = true
      abort.abort(new Error(`No complete answer within ${this.#timeoutSeconds} s`))
    }, this.#timeoutSeconds * 1000)
    try {
      const response = await request(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...this.#headers, ...headers },
        body: body ?? null,
        signal: abort.signal,
        dispatcher: this.#dispatcher,
      })
      const text = await response.body.text()
      return {
        status: response.statusCode,
        contentType: String(response.headers['content-type']),
        retryAfterMs: parseRetryAfter(response.headers['retry-after']) ?? undefined,
        text,
        json: parseJson(text),
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (isTimeout) throw new NoAnswerError('timeout', error)
      if (error instanceof errors.ResponseExceededMaxSizeError) throw new NoAnswerError('too-large', error)
      throw new NoAnswerError('connection', error)
    } finally {
      clearTimeout(deadline)
    }
  }

  /** The beginning of a server's message without secrets: some servers repeat the key that they reject. */
  loggable(text: string): string {
    const redacted = this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    return redacted.slice(0, MAX_REASON_CHARACTERS)
  }
}

function basicAuth(user: string, password: string): string | undefined {
  if (user === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
