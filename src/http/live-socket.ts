/** The WebSocket of live sessions, on the server that also answers requests. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE } from '../live/connection.ts'
import type { LiveSessions } from '../live/sessions.ts'

export const LIVE_PATH = '/v2/live'

/** Milliseconds for the client's half of a close. */
const CLOSE_MS = 5_000
/** What ws closes with when a frame is too large: clients would come back and send it again. */
const MESSAGE_TOO_BIG = 1009

class LiveWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_BIG) super.close(CLOSE.tooLarge, 'the frame is too large: send smaller ones')
    else super.close(code, reason)
  }
}

/**
 * Whether a request opens a live session's socket. Every other upgrade that is asked for, such as the `h2c` that Java's
 * client and `curl --http2` offer with each request, is passed over, and the request answered as any other.
 */
export function isLiveUpgrade({ url = '', headers }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]?.replace(/\/$/, '')
  return path === LIVE_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Lets clients into their sessions by the token in the URL, and by nothing else. */
export function serveLiveSocket(
  server: Pick<Server, 'on'>,
  { live, maxFrameBytes }: { live: LiveSessions; maxFrameBytes: number },
): void {
  // closeTimeout is not in the types yet.
  const options = { closeTimeout: CLOSE_MS, maxPayload: maxFrameBytes, WebSocket: LiveWebSocket }
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, ...options })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A close follows each error, and says enough.
      socket.on('error', () => {})
      // What comes meanwhile would be lost: nobody listens before the session is found.
      socket.pause()
      const token = new URLSearchParams(request.url?.split('?', 2)[1]).get('token') ?? ''
      void live.connect(token, socket)
    })
  })
}
