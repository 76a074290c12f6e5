import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionError } from 'fastify'
import type { Logger } from 'pino'
import { errorBody, headersTooLarge, invalid, RequestError } from './errors.ts'
import { newRequestId } from './requests/request-log.ts'
import { loggedPath } from './requests/request-url.ts'
import { logRequest } from './requests/request-log.ts'

/**
 * Sends an error on a connection for which Node creates no response, and closes it.
 * @param path the path of the request; empty for bytes that are not a valid request
 */
export function rejectSocket(log: Logger, socket: Duplex, failure: RequestError, path = ''): void {
  const { status } = failure
  const answer = errorBody(failure, path, newRequestId())
  const body = JSON.stringify(answer)
  // The client may have disconnected.
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const { request_id: requestId } = answer
  logRequest(log, { requestId, method: null, path: loggedPath(path), status, milliseconds: 0 })
}

function failureOf({ code }: ConnectionError): RequestError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new RequestError(408, 'the headers of the request did not arrive in time')
  return invalid('request: is not valid HTTP')
}

/** Responds to bytes that are not a valid HTTP request. */
export function rejectMalformed(log: Logger, error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE' || !socket.writable) {
    socket.destroy()
    return
  }
  rejectSocket(log, socket, failureOf(error))
}
