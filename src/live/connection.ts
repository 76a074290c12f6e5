/** One WebSocket of a session: receives frames, sends messages, and tracks which of them the client has received. */
import type { RawData, WebSocket } from 'ws'

/** If more bytes than this wait in the socket, messages are sent one at a time. */
const BEHIND_BYTES = 2 ** 20
/** A client that has not read a message after this time counts as not reading. */
const STUCK_MS = 30_000
/** Minimum interval between pings: one per acknowledgement would make a silent session cost a third more. */
const PING_MS = 250
/** Maximum interval between pings. */
const HEARTBEAT_MS = 15_000
/** A client that has not answered a ping after this time counts as gone. */
const PONG_MS = 30_000

export interface ConnectionHooks {
  readonly onAudio: (frame: Buffer) => void
  readonly onText: (text: Buffer) => void
  /** The client sent a ping, which has already been answered. */
  readonly onPing: () => void
  /** The client has received everything before this position in the journal. */
  readonly onConfirmed: (position: number) => void
  /** @param code 1000 if the client closed it to end the session */
  readonly onClosed: (code: number) => void
}

/** Close codes. Clients reconnect after 1002–4399 and 4500–4999, and give up after the others. */
export const CLOSE = {
  done: 1000,
  failed: 1011,
  restarting: 1012,
  /** Also sent while the session is still moving to this node. */
  slow: 1013,
  tooManyFaults: 4400,
  badToken: 4401,
  noSession: 4404,
  idle: 4408,
  over: 4409,
  tooLarge: 4413,
  cancelled: 4499,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** How to close a socket whose client has opened another one. */
export const REPLACED = [CLOSE.over, 'replaced by a newer connection'] as const

/** How to close a socket if the key of its session was revoked or has expired. */
export const REVOKED = [CLOSE.badToken, 'the key that opened the session was revoked or has expired'] as const

/** Closes a socket, even if it is paused. */
export function closeSocket(socket: WebSocket, code: CloseCode, reason: string): void {
  // A paused socket would not read the client's close frame.
  socket.resume()
  socket.close(code, reason)
}

export class Connection {
  readonly #socket: WebSocket
  readonly #hooks: ConnectionHooks
  /** The ping that has not been answered yet. */
  #outstanding: { position: number; at: number } | null = null
  /** Position in the journal up to which everything was sent. */
  #sent = 0
  /** Position in the journal up to which the client has received everything that was sent here. */
  #confirmed = 0
  #lastPing = performance.now()
  /** When the message that `sendSlowly` waits for was sent. */
  #leavingSince: number | null = null

  constructor(socket: WebSocket, hooks: ConnectionHooks) {
    this.#socket = socket
    this.#hooks = hooks
    socket.on('message', (data: RawData, isBinary) => {
      // Always a Buffer, the socket's binaryType. Ignore what arrives after a close.
      if (Buffer.isBuffer(data) && this.isOpen) hooks[isBinary ? 'onAudio' : 'onText'](data)
    })
    socket.on('ping', () => hooks.onPing())
    socket.on('pong', (payload) => this.#onPong(payload.toString()))
    socket.on('close', (code) => hooks.onClosed(code))
    socket.resume()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Whether the client reads too slowly for `send`; if so, use `sendSlowly`. */
  get isBehind(): boolean {
    return this.#socket.bufferedAmount > BEHIND_BYTES
  }

  send(text: string): void {
    if (this.isOpen) this.#socket.send(text)
  }

  /** Sends a message. Resolves once it has left, or the client was disconnected for not reading. */
  async sendSlowly(text: string): Promise<void> {
    if (!this.isOpen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#leavingSince = performance.now()
    this.#socket.send(text, () => resolve())
    await promise
    this.#leavingSince = null
  }

  /** Asks the client to confirm what was sent, which ends at this position in the journal. */
  confirm(position: number): void {
    this.#sent = position
    if (performance.now() - this.#lastPing >= PING_MS) this.#confirmSent()
  }

  /**
   * Checks that the client still reads and answers.
   * @param now a time of `performance.now()`
   */
  tick(now: number): void {
    if (this.#leavingSince !== null && now - this.#leavingSince > STUCK_MS) {
      this.close(CLOSE.slow, 'messages are not being read: reconnect to continue')
    } else if (this.#outstanding === null) {
      if (now - this.#lastPing > HEARTBEAT_MS) this.#ping()
      else this.#confirmSent()
    } else if (!this.#socket.isPaused && now - this.#outstanding.at > PONG_MS) {
      this.#socket.terminate()
    }
  }

  /** Stops reading frames, including pongs. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
    if (this.#outstanding !== null) this.#outstanding.at = performance.now()
  }

  close(code: CloseCode, reason: string): void {
    closeSocket(this.#socket, code, reason)
  }

  /** Drops the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate()
  }

  #confirmSent(): void {
    if (this.#outstanding === null && this.#sent > this.#confirmed) this.#ping()
  }

  #ping(): void {
    if (!this.isOpen) return
    const now = performance.now()
    this.#outstanding = { position: this.#sent, at: now }
    this.#lastPing = now
    this.#socket.ping(String(this.#sent))
  }

  #onPong(payload: string): void {
    const { position } = this.#outstanding ?? {}
    if (position === undefined || payload !== String(position)) return
    this.#outstanding = null
    this.#confirmed = position
    this.#hooks.onConfirmed(position)
  }
}
