/** Why a language model gave no answer, in words for those who asked: without its address and without its key. */
import { EnrichmentError } from '../enrichment-error.ts'

/** A failure of one request. The message says what to do; the server's own words are in `cause`, for the log. */
export class ChatFailure extends EnrichmentError {
  // To the caller it is one like any other.
  override readonly name = 'EnrichmentError'
  /** How often the same request may be worth sending again, a little later. */
  readonly retries: number
  /** After which time, if the server said so. */
  readonly retryAfterMs: number | undefined

  constructor(
    statusCode: number,
    message: string,
    {
      retries = 0,
      retryAfterMs,
      cause,
    }: { retries?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(statusCode, message, { cause })
    this.retries = retries
    this.retryAfterMs = retryAfterMs
  }
}

/** The server did not accept the request as it was written; another way of writing it may do. */
export class RefusedRequest extends ChatFailure {
  /** What the server said of it. */
  readonly reason: string

  constructor(reason: string) {
    super(502, 'The language model refused the question. The log of the service has its reason.', {
      cause: new Error(reason),
    })
    this.reason = reason
  }
}

/**
 * What an HTTP status other than 2xx means.
 * @param reason the server's own words, without secrets
 */
export function failureOfStatus(status: number, reason: string, retryAfterMs?: number): ChatFailure {
  const cause = new Error(`HTTP ${status}: ${reason}`)
  if (status === 401 || status === 403)
    return new ChatFailure(502, 'The language model refused the key of this service. Check LLM_API_KEY.', {
      cause,
    })
  if (status === 404)
    return new ChatFailure(
      502,
      'The language model was not found. Check LLM_MODEL, and LLM_URL, which ends in /v1 for most servers.',
      { cause },
    )
  if (status === 413 || CONTEXT_TOO_LONG.test(reason))
    return new ChatFailure(
      502,
      'The question was too long for the language model. Set LLM_MAX_CHARACTERS lower, or give the model a longer context.',
      { cause },
    )
  if (status === 429)
    return new ChatFailure(
      503,
      'The language model takes no more questions at the moment. Try again later, or set LLM_CONCURRENCY lower.',
      { cause, retryAfterMs, retries: Infinity },
    )
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return new ChatFailure(
      502,
      'The language model failed again and again. Try again later, or look at its log.',
      {
        cause,
        retryAfterMs,
        retries: Infinity,
      },
    )
  if (status === 400 || status === 422) return new RefusedRequest(`HTTP ${status}: ${reason}`)
  return notAChatServer(cause)
}

/** Servers say so with 400 as well as with 500. */
const CONTEXT_TOO_LONG = /context[_ ](?:length|size|window)|maximum context/i

/** What answered speaks another protocol. */
export function notAChatServer(cause: unknown): ChatFailure {
  const message =
    'What is at LLM_URL did not answer like an OpenAI-compatible server. Check LLM_URL, which ends in /v1 for most servers.'
  return new ChatFailure(502, message, { cause })
}
