/** Sends audio to a live session and receives its messages, reconnecting as needed. */
import { ScriptoriumError } from './error.ts'
import { SeenMessages } from './seen-messages.ts'
import type { LiveMessage } from './types.ts'
import type { AudioKeeper } from './unacknowledged-audio.ts'

/** The part of `WebSocket` that is used. */
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
  readonly onAcknowledged: () => void
  /** Called when the connection opens, and when it is lost or could not be opened. */
  readonly onConnection: (isOpen: boolean) => void
  /** @param error the reason, if the session ended before it was stopped */
  readonly onEnd: (error: ScriptoriumError | null) => void
}

/** `readyState` of an open socket. */
const OPEN = 1
/** Milliseconds before the first attempt to reconnect, doubled after each attempt, and the maximum. */
const RETRY_MS = 250
const MAX_RETRY_MS = 4_000
/** Milliseconds without a connection before the session is given up. The service waits for its client for 60 s by default. */
const PATIENCE_MS = 120_000
/** Milliseconds to connect, or without a message that is due, after which a connection is considered broken; checked this often. */
const STALLED_MS = 20_000
const CHECK_MS = 5_000
/** Size of a frame in bytes. The service accepts at least a megabyte. */
const FRAME_BYTES = 2 ** 16
/** Bytes that may be sent without being acknowledged: 32 s of audio in the default format. */
export const WINDOW_BYTES = 2 ** 20

const STOP = JSON.stringify({ type: 'stop_recording' })
const EMPTY = JSON.stringify({ type: 'audio_chunk', data: { chunk: '' } })

export class LiveStream {
  readonly #newSocket: () => Socket
  readonly #hooks: StreamHooks
  readonly #seen = new SeenMessages()
  readonly #audio: AudioKeeper
  /** True until the service says where to continue: an earlier run of the program may have missed acknowledgements. */
  #isPositionUnknown: boolean
  /** Whether the service was asked, over this connection, where to continue. */
  #isAsking = false
  /** Acknowledged bytes that the service has lost since: its positions are behind ours by this much. */
  #lost = 0
  /** Position up to which audio was sent over this connection; null while it is unknown where to start. */
  #sent: number | null = null
  /** Position up to which the service has stored audio. Stored audio that is sent again is kept until then. */
  #stored: number
  #isSending = false
  #isStopSent = false
  #socket: Socket | null = null
  #isStopped = false
  /** When the session was last connected, by `performance.now()`, and the attempts to connect since the last message. */
  readonly #outage = { since: performance.now(), attempts: 0 }
  /** When the connection was started or opened, the last message arrived, or a message became due, whichever was last. */
  #aliveAt = performance.now()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  readonly #checkTimer: ReturnType<typeof setInterval>

  /** @param audio empty for a new session; otherwise holds what an earlier run of the program kept */
  constructor(url: string, WebSocket: SocketConstructor, audio: AudioKeeper, hooks: StreamHooks) {
    this.#newSocket = () => new WebSocket(url)
    this.#audio = audio
    this.#stored = audio.acknowledged
    this.#isPositionUnknown = audio.end > 0
    this.#hooks = hooks
    // Before the timer, since an invalid URL throws.
    this.#connect()
    this.#checkTimer = setInterval(() => this.#check(), CHECK_MS)
  }

  /** Unacknowledged bytes, sent or not. */
  get waitingBytes(): number {
    return this.#audio.end - this.#audio.acknowledged
  }

  /** Sends a copy of the audio. An empty array keeps the session alive. */
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

  /** Ends the recording without waiting for the remaining messages. */
  close(): void {
    // The service takes 1000 as a request to stop.
    this.#socket?.close(1000)
    this.#end(null)
  }

  #send(frame: string | Uint8Array<ArrayBuffer>): void {
    // Anything not sent now is sent once the connection is open.
    if (this.#socket?.readyState === OPEN) this.#socket.send(frame)
  }

  #connect(): void {
    const socket = this.#newSocket()
    this.#socket = socket
    this.#aliveAt = performance.now()
    this.#seen.beginConnection()
    this.#sent = null
    this.#isSending = this.#isStopSent = false
    // An abandoned socket may still emit events.
    const ifCurrent = (act: () => void) => {
      if (this.#socket === socket) act()
    }
    socket.addEventListener('open', () => ifCurrent(() => this.#resume()))
    socket.addEventListener('message', ({ data }) => ifCurrent(() => this.#receive(String(data))))
    socket.addEventListener('close', ({ code, reason }) => ifCurrent(() => this.#onClosed(code, reason)))
    // A `close` event follows.
    socket.addEventListener('error', () => {})
  }

  /** Continues after the audio that the service has stored. */
  #resume(): void {
    this.#aliveAt = this.#outage.since = performance.now()
    // The acknowledgement of an empty chunk says where that is.
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

  /** Sends kept audio as far as the window allows, then the stop message if recording has stopped. Waits only for the keeper. */
  async #sendWaiting(): Promise<void> {
    const socket = this.#socket
    if (this.#isSending || this.#sent === null || socket?.readyState !== OPEN) return
    this.#isSending = true
    while (this.#sent - this.#audio.acknowledged < WINDOW_BYTES) {
      let bytes
      try {
        const read = this.#audio.read(this.#sent)
        bytes = read instanceof Promise ? await read : read
      } catch (cause) {
        if (this.#socket !== socket) return
        // Without a code, so that the service waits for the session to be resumed.
        socket.close()
        return this.#end(
          new ScriptoriumError('session_ended', 'The kept audio of the session cannot be read.', { cause }),
        )
      }
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

  /** The API reference describes the codes under `POST /v2/live`. */
  #onClosed(code: number, reason: string): void {
    if (code > 1001 && (code < 4400 || code > 4499)) return this.#retry()
    // 4409 (the session is over) is expected if the session was stopped while disconnected.
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
