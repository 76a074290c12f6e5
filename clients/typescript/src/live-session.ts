import { ScriptoriumError } from './error.ts'
import { LiveStream, type SocketConstructor, WINDOW_BYTES } from './live-stream.ts'
import { type Cancellable, newKey, type Transport } from './transport.ts'
import type { LiveMessage, LiveRequest, LiveSessionCreated } from './types.ts'
import { type AudioKeeper, UnacknowledgedAudio } from './unacknowledged-audio.ts'

export interface CreateOptions extends Cancellable {
  /** Default: a new key for each call, so that a retried request creates nothing twice. */
  readonly idempotencyKey?: string | undefined
}

export interface JoinOptions {
  /** For runtimes without a global `WebSocket`, such as Node.js 20: the one from the package `ws`. */
  readonly WebSocket?: SocketConstructor | undefined
  /**
   * Keeps audio until it is acknowledged. Default: in memory. A keeper that still holds audio from an earlier run of the program
   * continues the session where that run stopped.
   */
  readonly audio?: AudioKeeper | undefined
  /** Called when the connection opens, and when it is lost or cannot be opened; the session then reconnects. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined
  /** Closes the session when aborted. */
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
  // Only the query is used, as for lists: the service may have another name for itself than this client does.
  const url = transport.urlOf('v2/live', new URL(created.url).searchParams)
  url.protocol = url.protocol.replace('http', 'ws')
  return { ...created, url: url.href }
}

/**
 * Joins a session that `Scriptorium.createLive` opened, here or elsewhere. A web page can join a session opened by its server,
 * and so needs no key.
 */
export function joinLive(
  { id, url }: Pick<LiveSessionCreated, 'id' | 'url'>,
  options: JoinOptions = {},
): LiveSession {
  const WebSocket: SocketConstructor | undefined = options.WebSocket ?? globalThis.WebSocket
  if (WebSocket === undefined)
    throw new TypeError('this runtime has no WebSocket: pass that of the package ws as an option')
  return new LiveSession(id, url, { ...options, WebSocket })
}

/**
 * A live session. Send audio with `send`, and iterate over the messages with `for await`; they do not include acknowledgements
 * of audio. The session reconnects when a connection breaks, without losing audio or messages.
 */
export class LiveSession implements AsyncIterable<LiveMessage> {
  /** The id of the session and of its job. */
  readonly id: string
  readonly #stream: LiveStream
  readonly #messages: LiveMessage[] = []
  #end: { readonly error: ScriptoriumError | null } | null = null
  #wakes: (() => void)[] = []

  constructor(
    id: string,
    url: string,
    {
      WebSocket,
      audio = new UnacknowledgedAudio(),
      onConnection,
      signal,
    }: JoinOptions & { readonly WebSocket: SocketConstructor },
  ) {
    this.id = id
    let isConnected: boolean | null = null
    const close = () => this.close()
    this.#stream = new LiveStream(url, WebSocket, audio, {
      onMessage: (message) => {
        this.#messages.push(message)
        this.#wake()
      },
      onAcknowledged: () => this.#wake(),
      onConnection: (isOpen) => {
        if (isOpen !== isConnected) onConnection?.(isOpen)
        isConnected = isOpen
      },
      onEnd: (error) => {
        this.#end = { error }
        signal?.removeEventListener('abort', close)
        this.#wake()
      },
    })
    if (signal?.aborted) close()
    else signal?.addEventListener('abort', close)
  }

  /**
   * Sends audio in the session's format. Resolves when more may be sent: a source faster than real time, such as a file, must
   * wait for this; a microphone need not. An empty array keeps a paused session alive.
   * @throws {ScriptoriumError} if the session has ended
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
   * Ends the recording, and waits until all of it is transcribed. The remaining messages can be read meanwhile or afterwards; the
   * session's job has the complete result.
   * @throws {ScriptoriumError} if the session ended before it was stopped
   */
  async finish(): Promise<void> {
    if (this.#end === null) this.#stream.stop()
    while (this.#end === null) await this.#change()
    if (this.#end.error !== null) throw this.#end.error
  }

  /** Ends the recording immediately, without further messages. The job is completed in the background. */
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
