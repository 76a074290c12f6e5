/** Calls one of the operator's servers over HTTP, such as a language model, with its key, and time and size limits. */
import { Agent, errors, FormData, request } from 'undici'
import { z } from 'zod'
import { ApiFailure, kindOfStatus } from './api-failure.ts'
import { linkedAbort } from './linked-abort.ts'
import { parseRetryAfter } from './retry-after.ts'

/** Length of a server's message in the log. */
const MAX_REASON_CHARACTERS = 500

/** For DNS, TCP and TLS. */
const CONNECT_TIMEOUT_MS = 10_000

export interface ApiServerOptions {
  /** Base of its API, such as `http://localhost:11434/v1`. May contain a user name and a password. */
  readonly url: string
  /** Sent as a bearer token; null if the server needs none. */
  readonly apiKey: string | null
  /** From the request to the last byte of the answer. */
  readonly timeoutSeconds: number
  /** Limit for one answer. */
  readonly maxResponseBytes: number
  /** How often a request that timed out is retried; by default as often as other failures. */
  readonly retriesOfTimeout?: number
}

export interface ApiRequest {
  /** Below the base of the API, such as `/chat/completions`. */
  readonly path: string
  /** For a POST: a form, or a value to be sent as JSON. */
  readonly body?: FormData | object
}

/** Some gateways answer with status 200 and put the error of the server behind them into the body. */
const reportedError = z.object({ error: z.looseObject({ code: z.number().min(400).catch(502) }) })

/** One server, with persistent connections. The operator sets its address, so it may be private. */
export class ApiServer {
  readonly #base: URL
  readonly #headers: Readonly<Record<string, string>>
  /** Removed from everything that is logged. */
  readonly #secrets: readonly string[]
  readonly #options: ApiServerOptions
  readonly #dispatcher: Agent

  constructor(options: ApiServerOptions) {
    const { url, apiKey, maxResponseBytes } = options
    this.#options = options
    this.#base = new URL(url)
    const { username, password: encoded } = this.#base
    const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)]
    const basic = user + password === '' ? '' : Buffer.from(`${user}:${password}`).toString('base64')
    const [scheme, credentials] = apiKey === null ? ['Basic', basic] : ['Bearer', apiKey]
    this.#headers = {
      accept: 'application/json',
      ...(credentials !== '' && { authorization: `${scheme} ${credentials}` }),
    }
    this.#secrets = [credentials, password, encoded].filter((secret) => secret !== '')
    this.#base.username = ''
    this.#base.password = ''
    this.#dispatcher = new Agent({
      maxResponseSize: maxResponseBytes,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // The timeout of the whole request applies instead: a model may take all of it until its first token.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /**
   * Sends a request once: POST if it has a body, else GET.
   * @param answer schema of the response body
   * @throws {ApiFailure} if there is no such answer
   * @throws the reason of `signal`, if it is aborted
   */
  async send<Answer>(
    asked: ApiRequest,
    answer: z.ZodType<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const { statusCode, headers, text } = await this.#respond(asked, signal)
    const json = parseJson(text)
    const words = this.#loggable(text)
    const isSuccess = statusCode >= 200 && statusCode <= 299
    const status = isSuccess ? reportedError.safeParse(json).data?.error.code : statusCode
    if (status !== undefined)
      throw new ApiFailure(kindOfStatus(status, words), `HTTP ${status}: ${words}`, {
        retryAfterMs: parseRetryAfter(headers['retry-after']) ?? undefined,
      })
    const parsed = answer.safeParse(json)
    if (parsed.success) return parsed.data
    const type = String(headers['content-type'])
    const kind = json === undefined && /json/.test(type) ? 'damaged' : 'incompatible'
    throw new ApiFailure(kind, `${type}: ${words}`)
  }

  async #respond({ path, body }: ApiRequest, signal: AbortSignal | undefined) {
    const { timeoutSeconds, maxResponseBytes, retriesOfTimeout: retries } = this.#options
    const url = new URL(this.#base)
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}${path}`
    const isJson = body !== undefined && !(body instanceof FormData)
    using abort = linkedAbort(signal)
    const late = new ApiFailure('timeout', `No complete answer within ${timeoutSeconds} s`, { retries })
    const deadline = setTimeout(() => abort.abort(late), timeoutSeconds * 1000)
    try {
      const response = await request(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: isJson ? { ...this.#headers, 'content-type': 'application/json' } : this.#headers,
        body: isJson ? JSON.stringify(body) : (body ?? null),
        signal: abort.signal,
        dispatcher: this.#dispatcher,
      })
      return { ...response, text: await response.body.text() }
    } catch (cause) {
      // The caller or the timeout aborted it.
      abort.signal.throwIfAborted()
      if (cause instanceof errors.ResponseExceededMaxSizeError)
        throw new ApiFailure('too-large', `An answer of more than ${maxResponseBytes} bytes`)
      throw new ApiFailure('unreachable', 'No complete answer', { cause })
    } finally {
      clearTimeout(deadline)
    }
  }

  /** The beginning of a server's message, with secrets redacted: some servers repeat the key that they reject. */
  #loggable(text: string): string {
    const redacted = this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    return redacted.slice(0, MAX_REASON_CHARACTERS)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
