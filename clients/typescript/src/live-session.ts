import { ScriptoriumError } from './error.ts'
import { LiveStream, type SocketConstructor, WINDOW_BYTES } from './live-stream.ts'
import { type Cancellable, newKey, type Transport } from './transport.ts'
import type { LiveMessage, LiveRequest, LiveSessionCreated } from './types.ts'
import { type AudioKeeper, UnacknowledgedAudio } from './unacknowledged-audio.ts'

export interface CreateOptions extends Cancellable {
  /** By default a new one: a repeated request creates nothing more. */
  readonly idempotencyKey?: string | undefined
}

export interface JoinOptions {
  /** For runtimes without a global one: in Node.js 20, that of the package `ws`. */
  readonly WebSocket?: SocketConstructor | undefined
  /**
   * What keeps audio until it is acknowledged; by default the memory. With what an earlier run of the program has kept, the
   * session goes on where that run ended.
   */
  readonly audio?: AudioKeeper | undefined
  /** Called when the connection is open, and when it is lost or cannot be opened; it is opened again. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined
  /** Closes the session once it is aborted. */
  readonly signal?: AbortSignal | undefined
}

export async function createLive(
  transport: Transport,
  request: LiveRequest,
  { signal, idempotencyKey = newKey() }: CreateOptions = {},
): Promise<LiveSessionCreated> {
  // Resuming needs acknowledgements.
  const messages_config = { ...request.messages_config, receive_acknowledgments: true }
  const options = { body: { ...request, messages_config }, signal, idempotencyKey }
  const { body: created } = await transport.json<LiveSessionCreated>('POST', 'v2/live', options)
  // As with lists, the service may know itself by another name than this client does.
  const url = transport.urlOf('v2/live', new URL(created.url).searchParams)
  url.protocol = url.protocol.replace('http', 'ws')
  return { ...created, url: url.href }
}

/**
 * Joins a session that `Scriptorium.createLive` opened, perhaps elsewhere: a page needs no key, which its server keeps.
 * @param created from the service
 */
export function joinLive(
  { id, url }: Pick<LiveSessionCreated, 'id' | 'url'>,
  options: JoinOptions = {},
): LiveSession {
  const { onConnection, signal, audio = new UnacknowledgedAudio() } = options
  const WebSocket: SocketConstructor | undefined = options.WebSocket ?? globalThis.WebSocket
  if (WebSocket === undefined)
    throw new TypeError('this runtime has no WebSocket: pass that of the package ws as an option')
  const session = new LiveSession(id, url, WebSocket, audio, onConnection)
  if (signal?.aborted) session.close()
  signal?.addEventListener('abort', () => session.close(), { once: true })
  return session
}

/**
 * A live session: audio in, messages out, one after the other by `for await`. It reconnects when a connection breaks, and
 * loses neither audio nor messages. Acknowledgements of audio are not among the messages.
 */
export class LiveSession implements AsyncIterable<LiveMessage> {
  /** Id of the session and of its job. */
  readonly id: string
  readonly #stream: LiveStream
  readonly #messages: LiveMessage[] = []
  #end: { readonly error: ScriptoriumError | null } | null = null
  #wakes: (() => void)[] = []

  constructor(
    id: string,
    url: string,
    WebSocket: SocketConstructor,
    audio: AudioKeeper,
    onConnection: (isOpen: boolean) => void = () => {},
  ) {
    this.id = id
    let isConnected: boolean | null = null
    this.#stream = new LiveStream(url, WebSocket, audio, {
      onMessage: (message) => {
        this.#messages.push(message)
        this.#wake()
      },
      onAcknowledged: () => this.#wake(),
      onConnection: (isOpen) => {
        if (isOpen !== isConnected) onConnection(isOpen)
        isConnected = isOpen
      },
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
   * Ends the recording, and waits until all of it is transcribed. The last messages can be iterated over meanwhile or later;
   * the job of the session has the whole result.
   * @throws {ScriptoriumError} when the session ended before it was stopped
   */
  async finish(): Promise<void> {
    if (this.#end === null) this.#stream.stop()
    while (this.#end === null) await this.#change()
    if (this.#end.error !== null) throw this.#end.error
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
