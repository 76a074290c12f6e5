/** The WebSocket endpoint of live sessions, on the same port as the API. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE } from '../live/connection.ts'
import { invalid } from './errors.ts'
import type { Parts } from './parts.ts'
import { rejectSocket } from './reject-socket.ts'

export const LIVE_PATH = '/v2/live'

/** How long the client has to complete a closing handshake. */
const CLOSE_MS = 5_000
/** Close code of ws for a frame that is too large. Replaced, because clients would reconnect and send the frame again. */
const MESSAGE_TOO_BIG = 1009

class LiveWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG) super.close(CLOSE.tooLarge, 'the frame is too large: send smaller ones')
    else super.close(code, reason)
  }
}

/**
 * Whether a request opens the socket of a live session. Other upgrades are ignored and the requests answered over HTTP/1.1, such as
 * `h2c`, which Java's client and `curl --http2` offer with each request.
 */
export function isLiveUpgrade({ url = '', headers }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]?.replace(/\/$/, '')
  return path === LIVE_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Connects clients to their sessions, which are identified only by the token in the URL. */
export function serveLiveSocket(server: Pick<Server, 'on'>, { live, maxFrameBytes, log }: Parts): void {
  // closeTimeout is missing from the types.
  const options = { closeTimeout: CLOSE_MS, maxPayload: maxFrameBytes, WebSocket: LiveWebSocket }
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, ...options })
  // Instead of the plain text that ws would send.
  sockets.on('wsClientError', (error, stream) =>
    rejectSocket(log, stream, invalid(`websocket: ${error.message}`), LIVE_PATH),
  )
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // Every error is followed by a close event, which is handled.
      socket.on('error', () => {})
      // Otherwise, frames that arrive before the session is found would be lost.
      socket.pause()
      const token = new URLSearchParams(request.url?.split('?', 2)[1]).get('token') ?? ''
      void live.connect(token, socket)
    })
  })
}
