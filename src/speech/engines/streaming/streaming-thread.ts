/**
 * Runs a streaming model in a thread, because voice activity detection, which must keep up with all live streams, cannot
 * wait while the model decodes.
 */
import { Worker } from 'node:worker_threads'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { DescriptionFor } from '../../../models/pulled/model-description.ts'
import type { PulledModel } from '../../../models/pulled/pulled-model.ts'
import type { HeardToken } from './streaming-model.ts'

/** The fields from which a {@link PulledModel} is rebuilt in the thread, since class instances cannot be passed to it. */
export type ModelFields = Pick<
  PulledModel<DescriptionFor<'live-recognition'>>,
  'description' | 'folder' | 'id'
>

/** To the thread. `stream` identifies a stream by its number. */
export type StreamRequest =
  | { readonly type: 'open'; readonly stream: number; readonly language: LanguageCode }
  | {
      readonly type: 'hear'
      readonly stream: number
      readonly samples: Float32Array
      readonly toEnd: boolean
    }
  | { readonly type: 'close'; readonly stream: number }

/** What was heard in a stream. */
export interface Heard {
  /** All tokens since the start of the stream. */
  readonly tokens: readonly HeardToken[]
  /** Samples of silence that were added after the audio. */
  readonly silence: number
}

/** The result for a closed stream. */
const NOTHING: Heard = { tokens: [], silence: 0 }

/**
 * From the thread: first, whether the model was loaded; then one response per `hear` request, in the order of the
 * requests of its stream.
 */
export type StreamResponse =
  | { readonly type: 'loaded'; readonly error?: unknown }
  | ({ readonly type: 'heard'; readonly stream: number } & Heard)

export class StreamingThread {
  readonly #worker: Worker
  readonly #loaded = Promise.withResolvers<void>()
  /** The pending `hear` calls of each open stream. */
  readonly #streams = new Map<number, ((heard: Heard) => void)[]>()
  #opened = 0
  #isRetired = false

  private constructor(model: ModelFields) {
    this.#worker = new Worker(new URL('streaming-thread-worker.ts', import.meta.url), { workerData: model })
    this.#worker.on('message', (response: StreamResponse) => this.#receive(response))
    // The process ends, and its supervisor starts another; what the streams have heard is lost.
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /** @throws the error of `StreamingModel.load` */
  static async start({ description, folder, id }: ModelFields): Promise<StreamingThread> {
    const thread = new StreamingThread({ description, folder, id })
    try {
      await thread.#loaded.promise
      return thread
    } catch (error) {
      await thread.#worker.terminate()
      throw error
    }
  }

  /** @returns null if the model is no longer used */
  open(language: LanguageCode): HeardStream | null {
    if (this.#isRetired) return null
    const stream = this.#opened++
    const waiting: ((heard: Heard) => void)[] = []
    this.#streams.set(stream, waiting)
    this.#send({ type: 'open', stream, language })
    return {
      hear: async (samples, { toEnd }) => {
        if (!this.#streams.has(stream)) return NOTHING
        const { promise, resolve } = Promise.withResolvers<Heard>()
        waiting.push(resolve)
        this.#send({ type: 'hear', stream, samples, toEnd })
        return promise
      },
      close: () => {
        if (!this.#streams.delete(stream)) return
        this.#send({ type: 'close', stream })
        for (const resolve of waiting) resolve(NOTHING)
        void this.#endIfUnused()
      },
    }
  }

  /** Ends the thread once its last stream is closed. */
  async retire(): Promise<void> {
    this.#isRetired = true
    await this.#endIfUnused()
  }

  #receive(response: StreamResponse): void {
    if (response.type === 'heard') this.#streams.get(response.stream)?.shift()?.(response)
    else if (response.error === undefined) this.#loaded.resolve()
    else this.#loaded.reject(response.error)
  }

  async #endIfUnused(): Promise<void> {
    if (this.#isRetired && this.#streams.size === 0) await this.#worker.terminate()
  }

  #send(request: StreamRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker.postMessage(request)
  }
}

/** A stream of a model. */
export interface HeardStream {
  /**
   * Hears more audio, after that of earlier calls. Resolves without tokens if the stream is closed, even in the meantime.
   * @param samples - mono, 16 kHz, −1 … 1
   * @param toEnd - whether to hear the audio to its last sample, as before silence. If not, its end is heard with the
   *   audio that follows.
   */
  hear(samples: Float32Array, options: { readonly toEnd: boolean }): Promise<Heard>
  close(): void
}
