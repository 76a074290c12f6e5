/** Why a request to a language model failed. Messages never contain the address or the key of the server. */
import type { Retryable } from '../../net/retries.ts'
import { EnrichmentError } from '../enrichment-error.ts'

interface ChatErrorOptions {
  readonly remedy: string
  readonly retries?: number
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** Failure of one request. What the server said is in `cause`, for the log. */
export class ChatError extends EnrichmentError implements Retryable {
  // Callers see an EnrichmentError like any other.
  override readonly name = 'EnrichmentError'
  readonly retries: number
  readonly retryAfterMs: number | undefined

  constructor(
    statusCode: number,
    message: string,
    { remedy, retries = 0, retryAfterMs, cause }: ChatErrorOptions,
  ) {
    super(statusCode, message, { remedy, cause })
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
      remedy: 'Check LLM_MODEL, and the settings of its server.',
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
    return new ChatError(502, `The language model rejected the API key of this service. ${FOR_OPERATOR}`, {
      remedy: 'Check LLM_API_KEY.',
      cause,
    })
  if (status === 404)
    return new ChatError(502, `The language model of this service was not found. ${FOR_OPERATOR}`, {
      remedy: 'Check LLM_MODEL, and LLM_URL, which ends in /v1 for most servers.',
      cause,
    })
  if (status === 413 || CONTEXT_TOO_LONG.test(reason))
    return new ChatError(
      502,
      'The request was too long for the language model. Use a shorter prompt or less audio.',
      { remedy: 'Lower LLM_MAX_CHARACTERS, or give the model a longer context.', cause },
    )
  if (status === 429)
    return new ChatError(503, 'The language model accepts no more requests at the moment. Try again later.', {
      remedy: 'Lower LLM_CONCURRENCY.',
      cause,
      retryAfterMs,
      retries: Infinity,
    })
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return new ChatError(502, 'The language model failed repeatedly. Try again later.', {
      remedy: 'Check the log of its server.',
      cause,
      retryAfterMs,
      retries: Infinity,
    })
  if (status === 400 || status === 422) return new RejectedRequestError(`HTTP ${status}: ${reason}`)
  return incompatibleServer(cause)
}

const FOR_OPERATOR = 'The operator of the service has to correct its configuration.'

/** Servers report this with status 400 as well as 500. */
const CONTEXT_TOO_LONG = /context[_ ](?:length|size|window)|maximum context/i

/** The response does not follow the protocol. */
export function incompatibleServer(cause: unknown): ChatError {
  const message = `The language model of this service did not answer in the format expected. ${FOR_OPERATOR}`
  const remedy =
    'The server at LLM_URL is not OpenAI-compatible. Check LLM_URL, which ends in /v1 for most servers.'
  return new ChatError(502, message, { remedy, cause })
}
