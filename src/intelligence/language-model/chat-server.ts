/** Chat completions of an OpenAI-compatible server over HTTP, with retries. */
import { z } from 'zod'
import { type ApiResponse, ApiServer, NoAnswerError } from '../../net/api-server.ts'
import { type RetryPolicy, withRetries } from '../../net/retries.ts'
import { ChatError, errorForStatus, incompatibleServer } from './chat-error.ts'
import { DEFAULT_RETRY_POLICY, type LanguageModelSettings } from './settings.ts'

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
  readonly #server: ApiServer
  readonly #timeoutSeconds: number
  readonly #retryPolicy: RetryPolicy

  constructor({ url, apiKey, timeoutSeconds, retryPolicy = DEFAULT_RETRY_POLICY }: LanguageModelSettings) {
    this.#server = new ApiServer({ url, apiKey, timeoutSeconds, maxResponseBytes: MAX_RESPONSE_BYTES })
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
    const attempt = async () => {
      beforeAttempt()
      return this.#send(body, signal)
    }
    return withRetries(attempt, this.#retryPolicy, signal)
  }

  async #send(body: object, signal: AbortSignal): Promise<Completion> {
    const request = {
      path: '/chat/completions',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await this.#server.send(request, signal).catch((error: unknown) => {
      throw error instanceof NoAnswerError ? connectionError(error, this.#timeoutSeconds) : error
    })
    const { status, text, retryAfterMs } = response
    if (status < 200 || status > 299) throw errorForStatus(status, this.#server.loggable(text), retryAfterMs)
    return this.#completionOf(response)
  }

  #completionOf({ text, json, contentType }: ApiResponse): Completion {
    const shown = this.#server.loggable(text)
    // Invalid JSON with a JSON content type was truncated in transit.
    if (json === undefined && /json/.test(contentType)) throw unreachable(new Error(shown))
    const failure = reportedError.safeParse(json)
    if (failure.success) {
      const { code } = failure.data.error
      throw errorForStatus(typeof code === 'number' && code >= 400 ? code : 502, shown)
    }
    const answer = completion.safeParse(json)
    const choice = answer.data?.choices[0]
    if (choice === undefined) throw incompatibleServer(new Error(`${contentType}: ${shown}`))
    const { message, finish_reason: reason } = choice
    if ((message.refusal ?? '') !== '' || reason === 'content_filter')
      throw new ChatError(422, 'The language model declined to answer. Ask for something else.', {
        remedy: 'Use another model (LLM_MODEL).',
        cause: new Error(this.#server.loggable(message.refusal ?? 'content_filter')),
      })
    return { text: message.content ?? '', isTruncated: reason === 'length' }
  }
}

function connectionError(error: NoAnswerError, timeoutSeconds: number): ChatError {
  switch (error.reason) {
    case 'timeout':
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
    case 'too-large':
      return new ChatError(
        502,
        `The language model sent an answer of more than ${MAX_RESPONSE_BYTES.toLocaleString('en')} bytes. Try again later.`,
        { remedy: 'Check LLM_URL and LLM_MODEL.', cause: error },
      )
    case 'connection':
      return unreachable(error)
  }
}

function unreachable(cause: unknown): ChatError {
  const message = 'The language model could not be reached, or the connection broke. Try again later.'
  return new ChatError(502, message, { remedy: 'Check that it runs, and LLM_URL.', retries: Infinity, cause })
}
