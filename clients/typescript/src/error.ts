/** A machine-readable reason. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'limit_reached'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unusable_audio'
  | 'rate_limited'
  | 'rejected'
  | 'server_error'
  | 'unavailable'
  | 'unreachable'
  | 'timeout'
  | 'job_failed'
  | 'session_ended'
  | 'invalid_signature'

/** Codes by HTTP status. Any other status is `rejected` below 500 and `server_error` from 500 on. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  402: 'limit_reached',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  422: 'unusable_audio',
  429: 'rate_limited',
  503: 'unavailable',
}

/** Errors after which the same request may succeed. */
const TEMPORARY = new Set<ErrorCode>([
  'rate_limited',
  'server_error',
  'unavailable',
  'unreachable',
  'timeout',
])

interface Details {
  readonly status?: number | null
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly faults?: readonly string[]
  readonly cause?: unknown
}

/** A failed request, job or live session. The message is one human-readable sentence. */
export class ScriptoriumError extends Error {
  override readonly name = 'ScriptoriumError'
  readonly code: ErrorCode
  /** The HTTP status; a failed job's `error_code`; a live session's WebSocket close code. Null if there was no response. */
  readonly status: number | null
  /** The request's id in the service's log. */
  readonly requestId: string | null
  /** Seconds to wait before trying again, if the service said so. */
  readonly retryAfter: number | null
  /** For `invalid_request`: one line per invalid field, starting with its dotted path. */
  readonly faults: readonly string[]

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
    this.faults = details.faults ?? []
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return TEMPORARY.has(this.code) || this.retryAfter !== null
  }
}

/** Turns an error response, from the service or from a proxy in front of it, into an error. */
export function errorOf(
  status: number,
  text: string,
  header: (name: string) => string | null,
): ScriptoriumError {
  const body = parsed(text)
  const faults = body.validation_errors ?? []
  const message = body.message ?? `The server answered with status ${status}.`
  return new ScriptoriumError(
    CODES[status] ?? (status < 500 ? 'rejected' : 'server_error'),
    faults.length === 0 ? message : `${message}: ${faults.join('; ')}`,
    { status, faults, requestId: body.request_id ?? null, retryAfter: secondsOf(header('retry-after')) },
  )
}

interface ErrorBody {
  readonly message?: string
  readonly request_id?: string
  readonly validation_errors?: readonly string[]
}

function parsed(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Parses a `Retry-After` header, which is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
