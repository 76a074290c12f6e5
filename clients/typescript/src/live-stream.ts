/** Audio on its way to a live session, and its messages, over as many connections as it takes. */
import { ScriptoriumError } from './error.ts'
import { SeenMessages } from './seen-messages.ts'
import type { LiveMessage } from './types.ts'
import { UnacknowledgedAudio } from './unacknowledged-audio.ts'

/** What is needed of a `WebSocket`. */
export interface Socket {
  readonly readyState: number
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
}
export type SocketConstructor = new (url: string) => Socket

export interface StreamHooks {
  readonly onMessage: (message: LiveMessage) => void
  /** Audio was acknowledged. */
  readonly onAcknowledged: () => void
  /** The connection is open, or an attempt to open it has failed, or it was lost. */
  readonly onConnection: (isOpen: boolean) => void
  /** @param error why the session ended before it was stopped */
  readonly onEnd: (error: ScriptoriumError | null) => void
}

/** `readyState` of an open socket. */
const OPEN = 1
/** Milliseconds until the first attempt to connect again, doubled after each, and the most. */
const RETRY_MS = 250
const MAX_RETRY_MS = 4_000
/** Milliseconds without a connection after which the session is given up: services wait for 60 s unless configured otherwise. */
const PATIENCE_MS = 120_000
/** Milliseconds without a message that is due, or to connect, after which a connection counts as broken, and between two checks of that. */
const STALLED_MS = 20_000
const CHECK_MS = 5_000
/** Bytes of a frame. Services accept at least a megabyte. */
const FRAME_BYTES = 2 ** 16

const STOP = JSON.stringify({ type: 'stop_recording' })
const EMPTY = JSON.stringify({ type: 'audio_chunk', data: { chunk: '' } })

export class LiveStream {
  readonly #newSocket: () => Socket
  readonly #hooks: StreamHooks
  readonly #seen = new SeenMessages()
  readonly #audio = new UnacknowledgedAudio()
  #socket: Socket | null = null
  #isStopped = false
  /** When the session was last connected, as of `performance.now()`, and the attempts to connect since the last message. */
  readonly #outage = { since: performance.now(), attempts: 0 }
  /** When the connection was begun or opened, its last message came, or a message became due. */
  #aliveAt = performance.now()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  readonly #checkTimer: ReturnType<typeof setInterval>

  constructor(url: string, WebSocket: SocketConstructor, hooks: StreamHooks) {
    this.#newSocket = () => new WebSocket(url)
    this.#hooks = hooks
    this.#checkTimer = setInterval(() => this.#check(), CHECK_MS)
    this.#connect()
  }

  /** Bytes that are not acknowledged, sent or not. */
  get waitingBytes(): number {
    return this.#audio.waitingBytes
  }

  /** Sends audio, which is copied. An empty array keeps the session alive. */
  send(audio: Uint8Array): void {
    if (this.#audio.waitingBytes === 0) this.#aliveAt = performance.now()
    if (audio.length === 0) this.#send(EMPTY)
    for (let at = 0; at < audio.length; at += FRAME_BYTES) {
      const bytes = audio.slice(at, at + FRAME_BYTES)
      this.#audio.add(bytes)
      this.#send(bytes)
    }
  }

  /** Ends the recording. The session ends when all of it is recognised. */
  stop(): void {
    this.#isStopped = true
    this.#aliveAt = performance.now()
    this.#send(STOP)
  }

  /** Ends the recording without waiting for the messages that are left. */
  close(): void {
    // It means to stop.
    this.#socket?.close(1000)
    this.#end(null)
  }

  #send(frame: string | Uint8Array<ArrayBuffer>): void {
    // What is not sent now is when the connection is open.
    if (this.#socket?.readyState === OPEN) this.#socket.send(frame)
  }

  #connect(): void {
    const socket = this.#newSocket()
    this.#socket = socket
    this.#aliveAt = performance.now()
    this.#seen.beginConnection()
    // A socket that was given up may still have events.
    const ifCurrent = (act: () => void) => {
      if (this.#socket === socket) act()
    }
    socket.addEventListener('open', () => ifCurrent(() => this.#resume()))
    socket.addEventListener('message', ({ data }) => ifCurrent(() => this.#receive(String(data))))
    socket.addEventListener('close', ({ code, reason }) => ifCurrent(() => this.#onClosed(code, reason)))
    // A close follows.
    socket.addEventListener('error', () => {})
  }

  /** Continues after what is acknowledged. */
  #resume(): void {
    this.#aliveAt = this.#outage.since = performance.now()
    for (const bytes of this.#audio.waiting()) this.#send(bytes)
    if (this.#isStopped) this.#send(STOP)
    this.#hooks.onConnection(true)
  }

  #receive(text: string): void {
    this.#aliveAt = performance.now()
    this.#outage.attempts = 0
    if (this.#seen.isRepeated(text)) return
    const message = JSON.parse(text) as LiveMessage
    if (message.type !== 'audio_chunk' || message.data === null) return this.#hooks.onMessage(message)
    this.#audio.acknowledge(message.data.byte_range[1])
    this.#hooks.onAcknowledged()
  }

  #check(): void {
    if (this.#socket === null) return
    const now = performance.now()
    const isOpen = this.#socket.readyState === OPEN
    if (isOpen) this.#outage.since = now
    const isDue = !isOpen || this.#isStopped || this.#audio.waitingBytes > 0
    if (isDue && now - this.#aliveAt > STALLED_MS) this.#retry()
  }

  /** The codes are described in the API, under `POST /v2/live`. */
  #onClosed(code: number, reason: string): void {
    if (code > 1001 && (code < 4400 || code > 4499)) return this.#retry()
    // What is over was stopped while there was no connection.
    const isExpected = code === 1000 || (code === 4409 && this.#isStopped)
    const message = reason === '' ? `the session was closed with ${code}` : reason
    this.#end(isExpected ? null : new ScriptoriumError('session_ended', message, { status: code }))
  }

  #retry(): void {
    const outage = this.#outage
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#hooks.onConnection(false)
    if (performance.now() - outage.since > PATIENCE_MS)
      return this.#end(new ScriptoriumError('unreachable', 'The connection to the session was lost.'))
    const delay = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** outage.attempts++)
    this.#retryTimer = setTimeout(() => this.#connect(), delay)
  }

  #end(error: ScriptoriumError | null): void {
    this.#socket = null
    clearInterval(this.#checkTimer)
    clearTimeout(this.#retryTimer)
    this.#hooks.onEnd(error)
  }
}
