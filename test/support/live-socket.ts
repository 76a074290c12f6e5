/** One connection of a live session, whose frames are believed only when they are of the contract's shapes. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ServerFrame, serverFrame } from '../../src/contract/live-messages.ts'

/** No connection is silent as long where something is waited for; one that is must fail and not hold the others up. */
const PATIENCE_MS = 120_000

/** What has not left for as long is not going to. */
const STUCK_MS = 3_000

/** A frame as it came, and what is in it. */
export interface Frame {
  readonly text: string
  readonly message: ServerFrame
  /** When, on the clock of `performance.now()`. */
  readonly at: number
}

export class LiveSocket {
  /** Everything that came so far. */
  readonly frames: Frame[] = []
  /** While true, what comes counts as lost on its way: it goes to `lost`, and no ping is answered. */
  isDeaf = false
  readonly lost: Frame[] = []
  /** Whether it was this client that closed it. */
  isLeft = false
  /** How the server closed it, or this client; 1006 for a connection that broke. */
  closedWith: { readonly code: number; readonly reason: string } | null = null
  readonly #socket: WebSocket
  readonly #onFrame: (frame: Frame) => void
  #changed = Promise.withResolvers<void>()
  #fault: unknown = null

  private constructor(url: string, onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
    this.#socket = new WebSocket(url, { autoPong: false })
    this.#socket.on('message', (data, isBinary) =>
      this.#receive(Buffer.isBuffer(data) ? data.toString() : '', isBinary),
    )
    this.#socket.on('ping', (data) => {
      if (!this.isDeaf && this.isOpen) this.#socket.pong(data)
    })
    this.#socket.on('open', () => this.#change())
    this.#socket.on('close', (code, reason) => {
      this.closedWith = { code, reason: String(reason) }
      this.#change()
    })
    // The close that follows tells enough.
    this.#socket.on('error', () => {})
  }

  /** Settles when the connection is open, or was refused. */
  static async open(url: string, onFrame: (frame: Frame) => void = () => {}): Promise<LiveSocket> {
    const socket = new LiveSocket(url, onFrame)
    await socket.until(() => socket.#socket.readyState !== WebSocket.CONNECTING)
    return socket
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Binary as it is, an object as JSON. */
  send(data: Uint8Array | string | object): void {
    const isRaw = typeof data === 'string' || data instanceof Uint8Array
    this.#socket.send(isRaw ? data : JSON.stringify(data))
  }

  /** Settles when what was sent has left this process; gives false when the server does not take it. */
  async flushed(): Promise<boolean> {
    const left = new Promise<true>((resolve) => this.#socket.ping(undefined, true, () => resolve(true)))
    return Promise.race([left, delay(STUCK_MS, false as const, { ref: false })])
  }

  /** Nothing is read from now on, so that the server's sends come to a halt; `resume` ends that. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** The connection is gone, as when a cable is pulled: the server is not told. */
  cut(): void {
    this.#socket.terminate()
  }

  close(code = 1000): void {
    this.isLeft = true
    this.#socket.close(code)
  }

  /** Gives the code that the connection is closed with, in the end. */
  async closed(): Promise<number> {
    await this.until(() => this.closedWith !== null)
    return this.closedWith?.code ?? assert.fail()
  }

  /** Gives the first message of that type, of those that came and those to come before the connection closes. */
  async message<Type extends ServerFrame['type']>(type: Type): Promise<Extract<ServerFrame, { type: Type }>> {
    const find = () => this.frames.find(({ message }) => message.type === type)?.message
    await this.until(() => find() !== undefined || this.closedWith !== null)
    const found = find() ?? assert.fail(`no ${type} before ${JSON.stringify(this.closedWith)}`)
    return found as Extract<ServerFrame, { type: Type }>
  }

  /** Settles when it is true, which is looked at whenever something comes or the connection closes. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<never>((_resolve, reject) => {
        const last = this.frames.at(-1)?.text.slice(0, 300)
        const error = new Error(`nothing came for ${PATIENCE_MS} ms; the last was ${last}`)
        timer = setTimeout(() => reject(error), PATIENCE_MS)
      })
      await Promise.race([this.#changed.promise, patience]).finally(() => clearTimeout(timer))
      if (this.#fault !== null) throw this.#fault
    }
  }

  #receive(text: string, isBinary: boolean): void {
    try {
      assert.equal(isBinary, false, 'the server sends text only')
      const frame = { text, message: serverFrame.parse(JSON.parse(text)), at: performance.now() }
      if (this.isDeaf) this.lost.push(frame)
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
