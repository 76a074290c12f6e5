/** One connection of a live session, which checks the shapes of its frames against the contract. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ServerFrame, serverFrame } from '../../src/contract/live-messages.ts'

/** Longest wait for the next frame; a silent connection fails instead of blocking the test. */
const TIMEOUT_MS = 120_000

/** A frozen process accepts connections, and does not answer. */
const HANDSHAKE_MS = 10_000

/** Milliseconds after which the server is assumed to have stopped reading. */
const STUCK_MS = 3_000

/** A frame as received, and its content. */
export interface Frame {
  readonly text: string
  readonly message: ServerFrame
  /** When it was received, as of `performance.now()`. */
  readonly at: number
}

export class LiveSocket {
  /** Every frame so far. */
  readonly frames: Frame[] = []
  /** While true, received frames count as lost in transit: they go to `lost`, and pings are not answered. */
  isLossy = false
  readonly lost: Frame[] = []
  /** Whether this client closed it. */
  isClosedByClient = false
  /** How either side closed it; 1006 for a broken connection. */
  closedWith: { readonly code: number; readonly reason: string } | null = null
  readonly #socket: WebSocket
  readonly #onFrame: (frame: Frame) => void
  #changed = Promise.withResolvers<void>()
  #fault: unknown = null

  private constructor(url: string, onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
    this.#socket = new WebSocket(url, { autoPong: false, handshakeTimeout: HANDSHAKE_MS })
    this.#socket.on('message', (data, isBinary) =>
      this.#receive(Buffer.isBuffer(data) ? data.toString() : '', isBinary),
    )
    this.#socket.on('ping', (data) => {
      if (!this.isLossy && this.isOpen) this.#socket.pong(data)
    })
    this.#socket.on('open', () => this.#change())
    this.#socket.on('close', (code, reason) => {
      this.closedWith = { code, reason: String(reason) }
      this.#change()
    })
    // A 'close' event with the reason follows.
    this.#socket.on('error', () => {})
  }

  /** Resolves when the connection is open or refused. */
  static async open(url: string, onFrame: (frame: Frame) => void = () => {}): Promise<LiveSocket> {
    const socket = new LiveSocket(url, onFrame)
    await socket.until(() => socket.#socket.readyState !== WebSocket.CONNECTING)
    return socket
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Sends bytes and strings unchanged, and objects as JSON. */
  send(data: Uint8Array | string | object): void {
    const isRaw = typeof data === 'string' || data instanceof Uint8Array
    this.#socket.send(isRaw ? data : JSON.stringify(data))
  }

  /** Resolves when everything sent has left this process, with false if the server does not read it. */
  async flushed(): Promise<boolean> {
    const left = new Promise<true>((resolve) => this.#socket.ping(undefined, true, () => resolve(true)))
    return Promise.race([left, delay(STUCK_MS, false as const, { ref: false })])
  }

  /** Stops reading, so that the server cannot send, until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Cuts the connection without a close frame. */
  cut(): void {
    this.#socket.terminate()
  }

  close(code = 1000): void {
    this.isClosedByClient = true
    this.#socket.close(code)
  }

  /** Waits until the connection is closed. @returns the close code */
  async closed(): Promise<number> {
    await this.until(() => this.closedWith !== null)
    return this.closedWith?.code ?? assert.fail()
  }

  /** The first message of a type, already received or received before the connection closes. */
  async message<Type extends ServerFrame['type']>(type: Type): Promise<Extract<ServerFrame, { type: Type }>> {
    const find = () => this.frames.find(({ message }) => message.type === type)?.message
    await this.until(() => find() !== undefined || this.closedWith !== null)
    const found = find() ?? assert.fail(`no ${type} before ${JSON.stringify(this.closedWith)}`)
    return found as Extract<ServerFrame, { type: Type }>
  }

  /** Waits until a condition holds; it is checked at every frame and when the connection closes. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_resolve, reject) => {
        const last = this.frames.at(-1)?.text.slice(0, 300)
        const error = new Error(`no frame for ${TIMEOUT_MS} ms; the last was ${last}`)
        timer = setTimeout(() => reject(error), TIMEOUT_MS)
      })
      await Promise.race([this.#changed.promise, timeout]).finally(() => clearTimeout(timer))
      if (this.#fault !== null) throw this.#fault
    }
  }

  #receive(text: string, isBinary: boolean): void {
    try {
      assert.equal(isBinary, false, 'the server sends text only')
      const frame = { text, message: serverFrame.parse(JSON.parse(text)), at: performance.now() }
      if (this.isLossy) this.lost.push(frame)
      else {
        this.frames.push(frame)
        this.#onFrame(frame)
      }
    } catch (error) {
      this.#fault ??= new Error(`the server sent ${text.slice(0, 500)}`, { cause: error })
    }
    this.#change()
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
