/** Audio on its way to a live session, and its messages, over as many connections as it takes. */
import type { ServerFrame } from '../../../contract/live-messages.ts'

/** Milliseconds until the first attempt to connect again, doubled after each, and the most. */
const RETRY_MS = 250
const MAX_RETRY_MS = 4_000
/** Milliseconds without an acknowledgement after which a connection counts as broken. */
const STALLED_MS = 20_000

const STOP = JSON.stringify({ type: 'stop_recording' })
const EMPTY = JSON.stringify({ type: 'audio_chunk', data: { chunk: '' } })

export interface StreamHooks {
  readonly onMessage: (message: ServerFrame) => void
  readonly onConnection: (isOpen: boolean) => void
  /** @param problem why the session ended; null when it was stopped */
  readonly onEnd: (problem: string | null) => void
}

interface Chunk {
  /** Where it ends in the stream, in bytes. */
  readonly end: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** When it was sent, or is to be. */
  at: number
}

export class LiveStream {
  readonly #url: URL
  readonly #hooks: StreamHooks
  /** What is not acknowledged, oldest first: sent again when the connection was broken. */
  #chunks: Chunk[] = []
  #size = 0
  #isStopped = false
  #retries = 0
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(url: URL, hooks: StreamHooks) {
    this.#url = url
    this.#hooks = hooks
    this.#connect()
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    const now = performance.now()
    this.#size += bytes.length
    this.#chunks.push({ end: this.#size, bytes, at: now })
    if (this.#isOpen) this.#socket?.send(bytes)
    const [oldest] = this.#chunks
    if (this.#isOpen && oldest !== undefined && now - oldest.at > STALLED_MS) this.#retry()
  }

  /** To be called now and then while no audio is sent: the service ends sessions that are idle. */
  keepAlive(): void {
    if (this.#isOpen) this.#socket?.send(EMPTY)
  }

  /** Ends the recording. The session ends when all of it is recognised. */
  stop(): void {
    this.#isStopped = true
    if (this.#isOpen) this.#socket?.send(STOP)
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  #connect(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    // A socket that was given up may still have events.
    const listen = <Type extends keyof WebSocketEventMap>(
      type: Type,
      act: (event: WebSocketEventMap[Type]) => void,
    ) => socket.addEventListener(type, (event) => this.#socket === socket && act(event))
    listen('open', () => this.#resume(socket))
    listen('message', ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data) as ServerFrame))
    listen('close', ({ code, reason }) => this.#onClosed(code, reason))
  }

  /** Continues after what is acknowledged. */
  #resume(socket: WebSocket): void {
    this.#retries = 0
    const now = performance.now()
    for (const chunk of this.#chunks) {
      chunk.at = now
      socket.send(chunk.bytes)
    }
    if (this.#isStopped) socket.send(STOP)
    this.#hooks.onConnection(true)
  }

  #receive(message: ServerFrame): void {
    if (message.type === 'audio_chunk' && message.data !== null) {
      const [, end] = message.data.byte_range
      this.#chunks = this.#chunks.filter((chunk) => chunk.end > end)
    }
    this.#hooks.onMessage(message)
  }

  /** The codes are described in the API, under `POST /v2/live`. */
  #onClosed(code: number, reason: string): void {
    const isFinal = code <= 1001 || (code >= 4400 && code <= 4499)
    if (!isFinal) return this.#retry()
    this.#socket = null
    // What is over was stopped while there was no connection.
    const isExpected = code === 1000 || (code === 4409 && this.#isStopped)
    this.#hooks.onEnd(isExpected ? null : reason)
  }

  #retry(): void {
    this.#socket?.close()
    this.#socket = null
    this.#hooks.onConnection(false)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#retries++))
  }
}
