/** Why a request to a server of the operator's failed, see `api-server.ts`. */
import type { Retryable } from './retries.ts'

export type ApiFailureKind =
  /** Status 401 or 403. */
  | 'key'
  /** Status 404. */
  | 'not-found'
  /** Status 413 or 415, or any with words that the request exceeds the context of the model. */
  | 'content'
  /** Status 400 or 422: the form of the request; another one may be accepted. */
  | 'rejected'
  /** Status 429. */
  | 'busy'
  /** Status 408, 409, 425 or 5xx. */
  | 'failed'
  /** Anything else that does not follow the protocol. */
  | 'incompatible'
  /** JSON by its type, but not by its content. */
  | 'damaged'
  /** More bytes than are read of an answer. */
  | 'too-large'
  /** No complete answer in time. */
  | 'timeout'
  /** There was no connection, or it broke. */
  | 'unreachable'

/** What callers of this service read of each kind of failure, and its operator in the log. */
export type ApiFailureTexts = Readonly<Record<ApiFailureKind, readonly [message: string, remedy: string]>>

/** How often a request is repeated whose failure may pass; others are not. */
const RETRIES: Partial<Record<ApiFailureKind, number>> = {
  busy: Infinity,
  failed: Infinity,
  timeout: Infinity,
  unreachable: Infinity,
  // Most likely cut off, or that of a proxy: one that stays so is not worth all the patience.
  damaged: 2,
}

interface ApiFailureOptions extends ErrorOptions {
  readonly retries?: number | undefined
  readonly retryAfterMs?: number | undefined
}

/** Its message is for the log: it has the words of the server, but never its address or key. */
export class ApiFailure extends Error implements Retryable {
  override readonly name = 'ApiFailure'
  readonly kind: ApiFailureKind
  readonly retries: number
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ApiFailureKind,
    message: string,
    { retries = RETRIES[kind] ?? 0, retryAfterMs, ...options }: ApiFailureOptions = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retries = retries
    this.retryAfterMs = retryAfterMs
  }

  /** The status of a failure of this service that this one leads to. */
  get statusCode(): number {
    if (this.kind === 'timeout') return 504
    return this.kind === 'busy' ? 503 : 502
  }
}

/** Servers report this with status 400 as well as 500. */
const CONTEXT_TOO_LONG = /context[_ ](?:length|size|window)|maximum context/i

/**
 * The kind of failure that an HTTP status other than 2xx stands for.
 * @param reason the server's own words
 */
export function kindOfStatus(status: number, reason: string): ApiFailureKind {
  if (status === 401 || status === 403) return 'key'
  if (status === 404) return 'not-found'
  if (status === 413 || status === 415 || CONTEXT_TOO_LONG.test(reason)) return 'content'
  if (status === 429) return 'busy'
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'failed'
  return status === 400 || status === 422 ? 'rejected' : 'incompatible'
}
