/** The chat completions of an OpenAI-compatible server, over HTTP: one request, within its limits, sent again where that helps. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, errors, request } from 'undici'
import { z } from 'zod'
import { ChatFailure, failureOfStatus, notAChatServer } from './chat-failure.ts'
import { type LanguageModelSettings, PATIENCE, type Patience } from './settings.ts'

/** What a model said. */
export interface Completion {
  readonly text: string
  /** Whether it was cut off at the limit of tokens. */
  readonly isCut: boolean
}

/**
 * Larger answers are not read. 2,000 tokens are some 10 KB; servers that send the model's thoughts and the
 * probabilities of its tokens along need a hundred times that.
 */
const MAX_BYTES = 4_000_000

/** Of what a server says about a failure. */
const MAX_REASON_CHARACTERS = 500

/** How long a connection may take to stand, name and TLS included. */
const CONNECT_MS = 10_000

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

/** Gateways report failures of the server behind them with status 200. */
const reportedFailure = z.object({ error: z.looseObject({ code: z.unknown() }) })

/** One server. Keeps its connections open between requests. */
export class ChatServer {
  readonly #url: string
  readonly #headers: Record<string, string>
  /** Never shown to anybody. */
  readonly #secrets: readonly string[]
  readonly #timeoutSeconds: number
  readonly #patience: Patience
  readonly #dispatcher = new Agent({
    maxResponseSize: MAX_BYTES,
    connect: { timeout: CONNECT_MS },
    // The time limit of the whole request stands for them: a model thinks for as long as that before its first word.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  constructor({ url, apiKey, timeoutSeconds, patience = PATIENCE }: LanguageModelSettings) {
    const base = new URL(url)
    const [user, password] = [decodeURIComponent(base.username), decodeURIComponent(base.password)]
    const authorization = apiKey === null ? basic(user, password) : `Bearer ${apiKey}`
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
    }
    this.#secrets = [apiKey ?? '', password, base.password].filter((secret) => secret !== '')
    base.username = ''
    base.password = ''
    base.pathname = `${base.pathname.replace(/\/+$/, '')}/chat/completions`
    this.#url = base.href
    this.#timeoutSeconds = timeoutSeconds
    this.#patience = patience
  }

  /**
   * Sends a request, and again where its failure may pass.
   * @param body as the protocol has it
   * @param beforeSending called before each request; what it throws ends the matter
   * @throws ChatFailure when it fails for good
   * @throws the reason of `signal`, once that is aborted
   */
  async complete(body: object, signal: AbortSignal, beforeSending: () => void): Promise<Completion> {
    for (let retry = 0; ; retry++) {
      signal.throwIfAborted()
      beforeSending()
      try {
        return await this.#send(body, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ChatFailure) || retry >= Math.min(error.retries, this.#patience.retries))
          throw error
        await pause(delayMs(retry, error.retryAfterMs, this.#patience), signal)
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
        throw failureOfStatus(statusCode, this.#shown(text), retryAfterMs(headers['retry-after']))
      return this.#read(text, String(headers['content-type']))
    } catch (error) {
      throw error instanceof ChatFailure
        ? error
        : failureOfConnection(error, deadline.aborted, this.#timeoutSeconds)
    }
  }

  #read(text: string, contentType: string): Completion {
    const body = parsed(text)
    // What says that it is JSON and is not was cut on its way.
    if (body === undefined && /json/.test(contentType)) throw brokenOff(new Error(this.#shown(text)))
    const failure = reportedFailure.safeParse(body)
    if (failure.success) {
      const { code } = failure.data.error
      throw failureOfStatus(typeof code === 'number' && code >= 400 ? code : 502, this.#shown(text))
    }
    const answer = completion.safeParse(body)
    const choice = answer.data?.choices[0]
    if (choice === undefined) throw notAChatServer(new Error(`${contentType}: ${this.#shown(text)}`))
    const { message, finish_reason: reason } = choice
    if ((message.refusal ?? '') !== '' || reason === 'content_filter')
      throw new ChatFailure(
        422,
        'The language model declined to answer. Ask for something else, or use another model.',
        {
          cause: new Error(this.#shown(message.refusal ?? 'content_filter')),
        },
      )
    return { text: message.content ?? '', isCut: reason === 'length' }
  }

  /** What may be logged of what a server said: some repeat the key that they refuse. */
  #shown(text: string): string {
    const hidden = this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    return hidden.slice(0, MAX_REASON_CHARACTERS)
  }
}

function basic(user: string, password: string): string | undefined {
  if (user === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOfConnection(error: unknown, isTooLate: boolean, timeoutSeconds: number): ChatFailure {
  if (isTooLate)
    return new ChatFailure(
      504,
      `The language model gave no whole answer within ${timeoutSeconds} s. ` +
        'Set LLM_TIMEOUT_SECONDS higher, or LLM_MAX_CHARACTERS or LLM_CONCURRENCY lower.',
      // One that was being loaded is faster the second time; one that is too slow for this question stays so.
      { retries: 1, cause: error },
    )
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new ChatFailure(
      502,
      `The language model answered more than ${MAX_BYTES.toLocaleString('en')} bytes. Check LLM_URL and LLM_MODEL.`,
      { cause: error },
    )
  return brokenOff(error)
}

function brokenOff(cause: unknown): ChatFailure {
  const message = 'The language model could not be reached, or broke off. Check that it runs, and LLM_URL.'
  return new ChatFailure(502, message, { retries: Infinity, cause })
}

/** Milliseconds; the header holds seconds or a date. */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/**
 * Exponential back-off, half of it by chance, so that those who failed together do not come back together; or what the
 * server asks for, if that is longer.
 */
function delayMs(
  retry: number,
  asked: number | undefined,
  { firstDelayMs, longestDelayMs }: Patience,
): number {
  const backOff = firstDelayMs * 2 ** retry * (0.5 + Math.random() / 2)
  return Math.min(longestDelayMs, Math.max(asked ?? 0, backOff))
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
