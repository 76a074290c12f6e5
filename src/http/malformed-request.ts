import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { ErrorBody } from '../contract/error.ts'
import { errorBody, invalid, RequestError } from './errors.ts'
import { newRequestId } from './request-id.ts'

/**
 * Answers bytes that are not a valid HTTP request, for which Node makes no request and no reply.
 * @returns the error sent; null when the client has gone
 */
export function rejectMalformed(error: ConnectionError, socket: Socket): ErrorBody | null {
  if (error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE' || !socket.writable) {
    socket.destroy()
    return null
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const failure =
    status === 400
      ? invalid('request: is not valid HTTP')
      : new RequestError(status, STATUS_CODES[status] ?? '')
  const answer = errorBody(failure, '', newRequestId())
  const body = JSON.stringify(answer)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return answer
}
