import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { publish } from '../../platform/metrics.ts'

/** A request that was answered or aborted. */
interface AnsweredRequest {
  readonly requestId: string
  /** Null for bytes that are not a valid request. */
  readonly method: string | null
  /** Without the query and the token of a link, which may be secret. */
  readonly path: string
  /** The pattern of its route; by default, null for none. */
  readonly route?: string | null
  /** Null if no response was begun. */
  readonly status: number | null
  /** Whether the connection was closed before the response was sent. */
  readonly isAborted?: boolean
  readonly milliseconds: number
}

/** Logs a request in one line, and publishes it for metrics. */
export function logRequest(log: Logger, request: AnsweredRequest): void {
  const { requestId, method, path, route = null, status, isAborted = false, milliseconds } = request
  publish('request', { method, route, status, seconds: milliseconds / 1000 })
  const ms = Math.round(milliseconds * 10) / 10
  log.info(
    { request_id: requestId, method, path, status, ms, ...(isAborted && { aborted: true }) },
    'request',
  )
}

/** A new request id: `G-` and 8 hex digits, taken from a UUID, since Node generates the random bits for many UUIDs at once. */
export function newRequestId(): string {
  return `G-${randomUUID().slice(0, 8)}`
}
