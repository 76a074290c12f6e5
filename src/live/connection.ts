/** One WebSocket of a session: frames in, messages out, and what of them the client has surely got. */
import type { RawData, WebSocket } from 'ws'

/** Bytes that wait for a client, from which on it is sent one message after the other. */
const BEHIND_BYTES = 2 ** 20
/** Milliseconds for one message to leave, after which the client counts as one that does not read. */
const STUCK_MS = 30_000
/** Milliseconds between two pings: with one after each acknowledgement, a silent session costs a third more. */
const PING_MS = 250
/** Milliseconds without a ping after which one is sent. */
const HEARTBEAT_MS = 15_000
/** Milliseconds for a pong, after which the client counts as gone. */
const PONG_MS = 30_000

export interface ConnectionHooks {
  readonly onAudio: (frame: Buffer) => void
  readonly onText: (text: Buffer) => void
  /** The client has everything before this position of the journal. */
  readonly onConfirmed: (position: number) => void
  /** @param code 1000 when the client has ended it in good order */
  readonly onClosed: (code: number) => void
}

/** Close codes, as clients know them: they come back after 1002–4399, and give up after 44xx. */
export const CLOSE = {
  done: 1000,
  failed: 1011,
  restarting: 1012,
  slow: 1013,
  tooManyFaults: 4400,
  badToken: 4401,
  noSession: 4404,
  idle: 4408,
  over: 4409,
  tooLarge: 4413,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** Closes a socket that gets into no session. */
export function turnAway(socket: WebSocket, code: CloseCode, reason: string): void {
  // Paused, it would not see the client's half of the close.
  socket.resume()
  socket.close(code, reason)
}

export class Connection {
  readonly #socket: WebSocket
  readonly #hooks: ConnectionHooks
  /** The ping whose pong has not come. */
  #outstanding: { position: number; at: number } | null = null
  /** Position of the journal up to which everything was sent. */
  #sent = 0
  /** Position of the journal up to which the client has everything that was sent here. */
  #confirmed = 0
  #lastPing = performance.now()
  /** Since when a message is on its way out, where that is waited for. */
  #leavingSince: number | null = null

  constructor(socket: WebSocket, hooks: ConnectionHooks) {
    this.#socket = socket
    this.#hooks = hooks
    socket.on('message', (data: RawData, isBinary) => {
      // Always a Buffer: that is the socket's binaryType. What still comes after a close is of no interest.
      if (Buffer.isBuffer(data) && this.isOpen) hooks[isBinary ? 'onAudio' : 'onText'](data)
    })
    socket.on('pong', (payload) => this.#onPong(payload.toString()))
    socket.on('close', (code) => hooks.onClosed(code))
    socket.resume()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Whether so much waits for the client that it should be sent more with `sendSlowly` only. */
  get isBehind(): boolean {
    return this.#socket.bufferedAmount > BEHIND_BYTES
  }

  send(text: string): void {
    if (this.isOpen) this.#socket.send(text)
  }

  /** Sends a message, and settles when it has left: a client that does not read is let go after a while. */
  async sendSlowly(text: string): Promise<void> {
    if (!this.isOpen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#leavingSince = performance.now()
    this.#socket.send(text, () => resolve())
    await promise
    this.#leavingSince = null
  }

  /** Finds out when the client has everything that was sent, which ends at this position of the journal. */
  confirm(position: number): void {
    this.#sent = position
    if (performance.now() - this.#lastPing >= PING_MS) this.#confirmSent()
  }

  /**
   * Sees whether the client is still there.
   * @param now as of `performance.now()`
   */
  tick(now: number): void {
    if (this.#leavingSince !== null && now - this.#leavingSince > STUCK_MS) {
      this.close(CLOSE.slow, 'messages are not read: connect again to go on')
    } else if (this.#outstanding === null) {
      if (now - this.#lastPing > HEARTBEAT_MS) this.#ping()
      else this.#confirmSent()
    } else if (!this.#socket.isPaused && now - this.#outstanding.at > PONG_MS) {
      this.#socket.terminate()
    }
  }

  /** Takes no more frames for a while, and so no pong either. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
    if (this.#outstanding !== null) this.#outstanding.at = performance.now()
  }

  close(code: CloseCode, reason: string): void {
    turnAway(this.#socket, code, reason)
  }

  /** Ends it without a word. */
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
