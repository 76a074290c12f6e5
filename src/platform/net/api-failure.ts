/** Why a request to one of the operator's servers failed, see `api-server.ts`. */
import type { Retryable } from './retries.ts'

export type ApiFailureKind =
  /** Status 401 or 403. */
  | 'key'
  /** Status 404. */
  | 'not-found'
  /** Status 413 or 415, or any other with a message that the request exceeds the context of the model. */
  | 'content'
  /** Status 400 or 422: the server rejected the form of the request and may accept another. */
  | 'rejected'
  /** Status 429. */
  | 'busy'
  /** Status 408, 409, 425 or 5xx. */
  | 'failed'
  /** Anything else that does not follow the protocol. */
  | 'incompatible'
  /** The content type is JSON, but the content is not. */
  | 'damaged'
  /** The answer exceeds the size limit. */
  | 'too-large'
  /** No complete answer in time. */
  | 'timeout'
  /** The connection could not be established, or broke. */
  | 'unreachable'

/** For each kind of failure, the message for callers of this service and the remedy for its operator, in the log. */
export type ApiFailureTexts = Readonly<Record<ApiFailureKind, readonly [message: string, remedy: string]>>

/** How often to retry transient failures; others are not retried. */
const RETRIES: Partial<Record<ApiFailureKind, number>> = {
  busy: Infinity,
  failed: Infinity,
  timeout: Infinity,
  unreachable: Infinity,
  // Probably truncated, or from a proxy; if it persists, retrying for longer is not worthwhile.
  damaged: 2,
}

interface ApiFailureOptions extends ErrorOptions {
  readonly retries?: number | undefined
  readonly retryAfterMs?: number | undefined
}

/** The message is for the log: it quotes the server, but never contains its address or key. */
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

  /** The status with which this service answers because of this failure. */
  get statusCode(): number {
    if (this.kind === 'timeout') return 504
    return this.kind === 'busy' ? 503 : 502
  }
}

/** Servers report this with status 400 as well as 500. */
const CONTEXT_TOO_LONG = /context[_ ](?:length|size|window)|maximum context/i

/**
 * The kind of failure for an HTTP status other than 2xx.
 * @param reason the server's message
 */
export function kindOfStatus(status: number, reason: string): ApiFailureKind {
  if (status === 401 || status === 403) return 'key'
  if (status === 404) return 'not-found'
  if (status === 413 || status === 415 || CONTEXT_TOO_LONG.test(reason)) return 'content'
  if (status === 429) return 'busy'
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'failed'
  return status === 400 || status === 422 ? 'rejected' : 'incompatible'
}
