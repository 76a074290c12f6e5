import { ScriptoriumError } from './error.ts'
import { LiveStream, type SocketConstructor } from './live-stream.ts'
import type { LiveJob, LiveMessage } from './types.ts'

/** Bytes that may wait for their acknowledgement before `send` does: 32 s of audio in the default format. */
const WINDOW_BYTES = 2 ** 20

export interface LiveSessionParts {
  readonly id: string
  readonly url: string
  readonly WebSocket: SocketConstructor
  readonly onConnection: ((isOpen: boolean) => void) | undefined
  /** Fetches the job once it has ended. */
  readonly job: () => Promise<LiveJob>
}

/**
 * A live session: audio in, messages out, one after the other by `for await`. It reconnects when a connection breaks, and
 * loses neither audio nor messages. Acknowledgements of audio are not among the messages.
 */
export class LiveSession implements AsyncIterable<LiveMessage> {
  /** Id of the session and of its job. */
  readonly id: string
  readonly #parts: LiveSessionParts
  readonly #stream: LiveStream
  readonly #messages: LiveMessage[] = []
  #end: { readonly error: ScriptoriumError | null } | null = null
  #wakes: (() => void)[] = []

  constructor(parts: LiveSessionParts) {
    this.id = parts.id
    this.#parts = parts
    this.#stream = new LiveStream(parts.url, parts.WebSocket, {
      onMessage: (message) => {
        this.#messages.push(message)
        this.#wake()
      },
      onAcknowledged: () => this.#wake(),
      onConnection: (isOpen) => parts.onConnection?.(isOpen),
      onEnd: (error) => {
        this.#end = { error }
        this.#wake()
      },
    })
  }

  /**
   * Sends audio in the format of the session. Settles when more may be sent: a source that is faster than the service has to
   * wait for it, a microphone need not. An empty array keeps a paused session alive.
   * @throws {ScriptoriumError} when the session has ended
   */
  async send(audio: ArrayBuffer | ArrayBufferView): Promise<void> {
    this.#throwIfEnded()
    const bytes = ArrayBuffer.isView(audio)
      ? new Uint8Array(audio.buffer, audio.byteOffset, audio.byteLength)
      : new Uint8Array(audio)
    this.#stream.send(bytes)
    while (this.#stream.waitingBytes > WINDOW_BYTES) {
      this.#throwIfEnded()
      await this.#change()
    }
  }

  /**
   * Ends the recording, and waits until all of it is transcribed. The last messages can be iterated over meanwhile or later.
   * @returns the job of the session
   * @throws {ScriptoriumError} when the session ended before it was stopped
   */
  async finish(): Promise<LiveJob> {
    if (this.#end === null) this.#stream.stop()
    while (this.#end === null) await this.#change()
    if (this.#end.error !== null) throw this.#end.error
    return this.#parts.job()
  }

  /** Ends the recording at once. There are no further messages; the job is done in the background. */
  close(): void {
    if (this.#end === null) this.#stream.close()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LiveMessage, void, undefined> {
    for (;;) {
      const message = this.#messages.shift()
      if (message !== undefined) yield message
      else if (this.#end === null) await this.#change()
      else if (this.#end.error !== null) throw this.#end.error
      else return
    }
  }

  #throwIfEnded(): void {
    if (this.#end === null) return
    throw (
      this.#end.error ??
      new ScriptoriumError('session_ended', 'The session has ended: no more audio is accepted.')
    )
  }

  async #change(): Promise<void> {
    return new Promise((resolve) => this.#wakes.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#wakes.splice(0)) wake()
  }
}
