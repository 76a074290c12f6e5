/** Audio on its way to a live session, and its messages, over as many connections as it takes. */
import { ScriptoriumError } from './error.ts'
import { SeenMessages } from './seen-messages.ts'
import type { LiveMessage } from './types.ts'
import type { AudioKeeper } from './unacknowledged-audio.ts'

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
/** Bytes that are sent before the first of them is acknowledged: 32 s of audio in the default format. */
export const WINDOW_BYTES = 2 ** 20

const STOP = JSON.stringify({ type: 'stop_recording' })
const EMPTY = JSON.stringify({ type: 'audio_chunk', data: { chunk: '' } })

export class LiveStream {
  readonly #newSocket: () => Socket
  readonly #hooks: StreamHooks
  readonly #seen = new SeenMessages()
  readonly #audio: AudioKeeper
  /** Whether the service has to say where it goes on: an earlier run of the program may not have noted all acknowledgements. */
  #isPositionUnknown: boolean
  /** Whether the service was asked where it goes on, over this connection. */
  #isAsking = false
  /** Bytes that were acknowledged, and that the service has lost: its positions are so far behind. */
  #lost = 0
  /** Up to here audio was sent over this connection; null before any. */
  #sent: number | null = null
  /** Up to here the service has stored the audio. What it has, but is being sent again, is kept until it was sent. */
  #stored: number
  #isSending = false
  #isStopSent = false
  #socket: Socket | null = null
  #isStopped = false
  /** When the session was last connected, as of `performance.now()`, and the attempts to connect since the last message. */
  readonly #outage = { since: performance.now(), attempts: 0 }
  /** When the connection was begun or opened, its last message came, or a message became due. */
  #aliveAt = performance.now()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  readonly #checkTimer: ReturnType<typeof setInterval>

  /** @param audio of this session: none if it is new, or what an earlier run of the program has kept */
  constructor(url: string, WebSocket: SocketConstructor, audio: AudioKeeper, hooks: StreamHooks) {
    this.#newSocket = () => new WebSocket(url)
    this.#audio = audio
    this.#stored = audio.acknowledged
    this.#isPositionUnknown = audio.end > 0
    this.#hooks = hooks
    this.#checkTimer = setInterval(() => this.#check(), CHECK_MS)
    this.#connect()
  }

  /** Bytes that are not acknowledged, sent or not. */
  get waitingBytes(): number {
    return this.#audio.end - this.#audio.acknowledged
  }

  /** Sends audio, which is copied. An empty array keeps the session alive. */
  send(audio: Uint8Array): void {
    if (this.waitingBytes === 0) this.#aliveAt = performance.now()
    if (audio.length === 0) this.#send(EMPTY)
    for (let at = 0; at < audio.length; at += FRAME_BYTES) this.#audio.add(audio.slice(at, at + FRAME_BYTES))
    void this.#sendWaiting()
  }

  /** Ends the recording. The session ends when all of it is recognised. */
  stop(): void {
    this.#isStopped = true
    this.#aliveAt = performance.now()
    void this.#sendWaiting()
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
    this.#sent = null
    this.#isSending = this.#isStopSent = false
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
    // The answer says where.
    this.#isAsking = this.#isPositionUnknown || this.#stored > 0
    if (this.#isAsking) this.#send(EMPTY)
    if (!this.#isPositionUnknown) this.#goOnAt(this.#stored)
    this.#hooks.onConnection(true)
  }

  #goOnAt(position: number): void {
    this.#sent = position
    this.#audio.acknowledge(position)
    void this.#sendWaiting()
  }

  /** Sends what is kept, as far as acknowledgements allow, and then that it has stopped. It waits only for what keeps the audio. */
  async #sendWaiting(): Promise<void> {
    const socket = this.#socket
    if (this.#isSending || this.#sent === null || socket?.readyState !== OPEN) return
    this.#isSending = true
    while (this.#sent - this.#audio.acknowledged < WINDOW_BYTES) {
      const read = this.#audio.read(this.#sent)
      const bytes = read instanceof Promise ? await read : read
      if (this.#socket !== socket) return
      if (bytes === null) {
        if (this.#isStopped && !this.#isStopSent) this.#send(STOP)
        this.#isStopSent = this.#isStopped
        break
      }
      this.#send(bytes)
      this.#sent += bytes.length
      this.#audio.acknowledge(Math.min(this.#sent, this.#stored))
    }
    this.#isSending = false
  }

  #receive(text: string): void {
    this.#aliveAt = performance.now()
    this.#outage.attempts = 0
    if (this.#seen.isRepeated(text)) return
    const message = JSON.parse(text) as LiveMessage
    if (message.type !== 'audio_chunk' || message.data === null) return this.#hooks.onMessage(message)
    const [from, end] = message.data.byte_range
    const isAnswer = this.#isAsking && from === end
    if (isAnswer) {
      this.#isAsking = false
      this.#lost = Math.max(this.#lost, this.#stored - end)
    }
    const to = end + this.#lost
    this.#stored = Math.max(this.#stored, to)
    if (isAnswer && this.#isPositionUnknown) {
      this.#isPositionUnknown = false
      this.#goOnAt(to)
    } else {
      this.#audio.acknowledge(Math.min(this.#sent ?? this.#stored, this.#stored))
      void this.#sendWaiting()
    }
    this.#hooks.onAcknowledged()
  }

  #check(): void {
    if (this.#socket === null) return
    const now = performance.now()
    const isOpen = this.#socket.readyState === OPEN
    if (isOpen) this.#outage.since = now
    const isDue = !isOpen || this.#isStopped || this.waitingBytes > 0
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
