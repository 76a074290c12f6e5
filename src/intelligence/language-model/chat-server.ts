/** Chat completions of an OpenAI-compatible server over HTTP, with time and size limits and retries. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, errors, request } from 'undici'
import { z } from 'zod'
import { parseRetryAfter } from '../../net/retry-after.ts'
import { ChatError, errorForStatus, incompatibleServer } from './chat-error.ts'
import { DEFAULT_RETRY_POLICY, type LanguageModelSettings, type RetryPolicy } from './settings.ts'

export interface Completion {
  readonly text: string
  /** Whether it ends at the token limit. */
  readonly isTruncated: boolean
}

/**
 * Limit of a response. 2,000 tokens are some 10 KB; servers that also send the model's reasoning and token
 * probabilities need a hundred times that.
 */
const MAX_RESPONSE_BYTES = 4_000_000

/** Of a server's error message, for the log. */
const MAX_REASON_CHARACTERS = 500

/** For DNS, TCP and TLS. */
const CONNECT_TIMEOUT_MS = 10_000

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** Gateways report upstream errors with status 200. */
const reportedError = z.object({ error: z.looseObject({ code: z.unknown() }) })

/** One server, with persistent connections. */
export class ChatServer {
  readonly #url: string
  readonly #headers: Record<string, string>
  /** Removed from everything that is logged. */
  readonly #secrets: readonly string[]
  readonly #timeoutSeconds: number
  readonly #retryPolicy: RetryPolicy
  readonly #dispatcher = new Agent({
    maxResponseSize: MAX_RESPONSE_BYTES,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // The timeout of the whole request applies instead: a model may use all of it before its first token.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  constructor({ url, apiKey, timeoutSeconds, retryPolicy = DEFAULT_RETRY_POLICY }: LanguageModelSettings) {
    const base = new URL(url)
    const [user, password] = [decodeURIComponent(base.username), decodeURIComponent(base.password)]
    const authorization = apiKey === null ? basicAuth(user, password) : `Bearer ${apiKey}`
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
    }
    this.#secrets = [apiKey ?? '', password, base.password].filter((secret) => secret !== '')
    base.username = ''
    base.password = ''
    base.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/chat/completions`
    this.#url = base.href
    this.#timeoutSeconds = timeoutSeconds
    this.#retryPolicy = retryPolicy
  }

  /**
   * Sends a request, and retries it while its error may be transient.
   * @param body in the format of the protocol
   * @param beforeAttempt called before each attempt; no further attempt is made if it throws
   * @throws ChatError when the last attempt failed
   * @throws the reason of `signal`, once that is aborted
   */
  async complete(body: object, signal: AbortSignal, beforeAttempt: () => void): Promise<Completion> {
    for (let retry = 0; ; retry++) {
      signal.throwIfAborted()
      beforeAttempt()
      try {
        return await this.#send(body, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ChatError) || retry >= Math.min(error.retries, this.#retryPolicy.retries))
          throw error
        await pause(delayMs(retry, error.retryAfterMs, this.#retryPolicy), signal)
      }
    }
  }

  async #send(body: object, signal: AbortSignal): Promise<Completion> {
    const deadline = AbortSignal.timeout(this.#timeoutSeconds * 1000)
    try {
      const response = await request(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, deadline]),
        dispatcher: this.#dispatcher,
      })
      const text = await response.body.text()
      const { statusCode, headers } = response
      if (statusCode < 200 || statusCode > 299)
        throw errorForStatus(
          statusCode,
          this.#loggable(text),
          parseRetryAfter(headers['retry-after']) ?? undefined,
        )
      return this.#parse(text, String(headers['content-type']))
    } catch (error) {
      throw error instanceof ChatError
        ? error
        : connectionError(error, deadline.aborted, this.#timeoutSeconds)
    }
  }

  #parse(text: string, contentType: string): Completion {
    const body = parseJson(text)
    // Invalid JSON with a JSON content type was truncated in transit.
    if (body === undefined && /json/.test(contentType)) throw unreachable(new Error(this.#loggable(text)))
    const failure = reportedError.safeParse(body)
    if (failure.success) {
      const { code } = failure.data.error
      throw errorForStatus(typeof code === 'number' && code >= 400 ? code : 502, this.#loggable(text))
    }
    const answer = completion.safeParse(body)
    const choice = answer.data?.choices[0]
    if (choice === undefined) throw incompatibleServer(new Error(`${contentType}: ${this.#loggable(text)}`))
    const { message, finish_reason: reason } = choice
    if ((message.refusal ?? '') !== '' || reason === 'content_filter')
      throw new ChatError(422, 'The language model declined to answer. Ask for something else.', {
        remedy: 'Use another model (LLM_MODEL).',
        cause: new Error(this.#loggable(message.refusal ?? 'content_filter')),
      })
    return { text: message.content ?? '', isTruncated: reason === 'length' }
  }

  /** A server's message without secrets: some servers repeat the key that they reject. */
  #loggable(text: string): string {
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

function connectionError(error: unknown, isTimeout: boolean, timeoutSeconds: number): ChatError {
  if (isTimeout)
    return new ChatError(
      504,
      `The language model did not complete its answer within ${timeoutSeconds} s. Try again later.`,
      {
        remedy: 'Raise LLM_TIMEOUT_SECONDS, or lower LLM_MAX_CHARACTERS or LLM_CONCURRENCY.',
        // A model that was still loading may answer in time now; one too slow for this question never will.
        retries: 1,
        cause: error,
      },
    )
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new ChatError(
      502,
      `The language model sent an answer of more than ${MAX_RESPONSE_BYTES.toLocaleString('en')} bytes. Try again later.`,
      { remedy: 'Check LLM_URL and LLM_MODEL.', cause: error },
    )
  return unreachable(error)
}

function unreachable(cause: unknown): ChatError {
  const message = 'The language model could not be reached, or the connection broke. Try again later.'
  return new ChatError(502, message, { remedy: 'Check that it runs, and LLM_URL.', retries: Infinity, cause })
}

/** Exponential backoff with up to 50 % jitter, or what the server asks for if that is longer. */
function delayMs(
  retry: number,
  requested: number | undefined,
  { firstDelayMs, maxDelayMs }: RetryPolicy,
): number {
  const backoff = firstDelayMs * 2 ** retry * (0.5 + Math.random() / 2)
  return Math.min(maxDelayMs, Math.max(requested ?? 0, backoff))
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
