/** Why a request to a language model failed. Messages never contain the address or the key of the server. */
import { EnrichmentError } from '../enrichment-error.ts'

/** Failure of one request. The message says what to do; what the server said is in `cause`, for the log. */
export class ChatError extends EnrichmentError {
  // Callers see an EnrichmentError like any other.
  override readonly name = 'EnrichmentError'
  /** How often the same request may be retried. */
  readonly retries: number
  /** Delay before the retry, if the server named one. */
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

/** The server rejected the form of the request; another {@link ApiVariant} may be accepted. */
export class RejectedRequestError extends ChatError {
  /** The server's explanation. */
  readonly reason: string

  constructor(reason: string) {
    super(502, 'The language model rejected the request. The log of the service has the reason.', {
      cause: new Error(reason),
    })
    this.reason = reason
  }
}

/**
 * The error for an HTTP status other than 2xx.
 * @param reason the server's own words, without secrets
 */
export function errorForStatus(status: number, reason: string, retryAfterMs?: number): ChatError {
  const cause = new Error(`HTTP ${status}: ${reason}`)
  if (status === 401 || status === 403)
    return new ChatError(502, 'The language model rejected the API key of this service. Check LLM_API_KEY.', {
      cause,
    })
  if (status === 404)
    return new ChatError(
      502,
      'The language model was not found. Check LLM_MODEL, and LLM_URL, which ends in /v1 for most servers.',
      { cause },
    )
  if (status === 413 || CONTEXT_TOO_LONG.test(reason))
    return new ChatError(
      502,
      'The request was too long for the language model. Lower LLM_MAX_CHARACTERS, or give the model a longer context.',
      { cause },
    )
  if (status === 429)
    return new ChatError(
      503,
      'The language model accepts no more requests at the moment. Try again later, or lower LLM_CONCURRENCY.',
      { cause, retryAfterMs, retries: Infinity },
    )
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return new ChatError(502, 'The language model failed repeatedly. Try again later, or check its log.', {
      cause,
      retryAfterMs,
      retries: Infinity,
    })
  if (status === 400 || status === 422) return new RejectedRequestError(`HTTP ${status}: ${reason}`)
  return incompatibleServer(cause)
}

/** Servers report this with status 400 as well as 500. */
const CONTEXT_TOO_LONG = /context[_ ](?:length|size|window)|maximum context/i

/** The response does not follow the protocol. */
export function incompatibleServer(cause: unknown): ChatError {
  const message =
    'The server at LLM_URL did not answer like an OpenAI-compatible server. Check LLM_URL, which ends in /v1 for most servers.'
  return new ChatError(502, message, { cause })
}
