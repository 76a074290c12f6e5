import type { Logger } from 'pino'

/** A request as it was answered. */
interface AnsweredRequest {
  readonly requestId: string
  /** Null for bytes that are not a valid request. */
  readonly method: string | null
  /** Without the query, which may have secrets. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

/** Logs one line for a request. */
export function logRequest(log: Logger, request: AnsweredRequest): void {
  const { requestId, method, path, status, milliseconds } = request
  log.info({ request_id: requestId, method, path, status, ms: Math.round(milliseconds * 10) / 10 }, 'request')
}
