/** One attempt to deliver a callback. */
import type { Logger } from 'pino'
import type { Attempt, ClaimedDelivery } from '../jobs/delivery.ts'
import { type GuardedSend, SendError } from '../platform/net/guarded-send.ts'
import { type Span, traced } from '../platform/tracing.ts'
import { signedHeaders } from './signature.ts'

/** Maximum number of bytes kept from a response body. */
const MAX_RESPONSE_BYTES = 1024

/** The result of an attempt, as far as it determines what follows. */
export interface AttemptOutcome {
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** The `Retry-After` header. */
  readonly retryAfter: string | null
  /** Whether no attempt can ever succeed, because of the URL itself. */
  readonly isPermanent: boolean
}

export interface CompletedAttempt {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly outcome: AttemptOutcome
}

export interface AttemptOptions {
  readonly send: GuardedSend
  /** Milliseconds to wait for a response. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly log: Logger
}

/**
 * Sends the body of a delivery to its URL. A missing response is an outcome, not an error.
 * @throws the reason of the signal, when it is aborted
 */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  body: string,
  options: AttemptOptions,
): Promise<CompletedAttempt> {
  const { id, jobId, event, url, method, priorAttempts, trace: parent } = delivery
  const { protocol, hostname } = new URL(url)
  const attributes = {
    'http.request.method': method,
    'http.request.resend_count': priorAttempts,
    'url.scheme': protocol.slice(0, -1),
    'server.address': hostname,
    'scriptorium.job.id': jobId,
    'scriptorium.callback.id': id,
    'scriptorium.callback.event': event,
  }
  return traced('callback', { kind: 'client', parent, attributes }, async (span) => {
    const completed = await attempt(delivery, body, options, span)
    const { status } = completed.outcome
    if (status !== null) span.set({ 'http.response.status_code': status })
    if (!isSuccess(status)) span.fail(status ?? 'no response')
    return completed
  })
}

async function attempt(
  delivery: ClaimedDelivery,
  body: string,
  { send, timeoutMs, signal, log }: AttemptOptions,
  { headers: traceHeaders }: Span,
): Promise<CompletedAttempt> {
  const { id, url, method, secrets } = delivery
  const at = Date.now()
  const began = performance.now()
  const duration = () => Math.round(performance.now() - began)
  const headers = {
    'content-type': 'application/json',
    ...traceHeaders,
    ...signedHeaders(id, at, body, secrets),
  }
  const request = { url, method, headers, body, timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES, signal }
  try {
    const { status, retryAfter, text } = await send(request)
    return {
      delivery,
      attempt: { at, duration: duration(), status, answer: text, error: null },
      outcome: { status, retryAfter, isPermanent: false },
    }
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    log.debug({ err: error, delivery: id }, 'callback endpoint gave no response')
    return {
      delivery,
      attempt: { at, duration: duration(), status: null, answer: null, error: error.message },
      outcome: { status: null, retryAfter: null, isPermanent: error.isPermanent },
    }
  }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * Whether the attempt counts as a failure of the endpoint. It does not if the endpoint asks to be called later (429) or never again
 * (410), nor if the URL itself is unusable.
 */
export function isEndpointFailure({ status, isPermanent }: AttemptOutcome): boolean {
  return !isSuccess(status) && status !== 410 && status !== 429 && !isPermanent
}
