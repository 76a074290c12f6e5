/**
 * The engines in a thread of their own. A model run blocks its thread for up to 0.3 s, and voice activity detection, which
 * has to keep up with all live streams, cannot wait that long.
 */
import { Worker } from 'node:worker_threads'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { LanguageIdentifier, LanguageProbabilities, RecogniseOptions } from '../engines/engine.ts'

/** What the thread can do. */
export type EngineTask =
  | { readonly type: 'load'; readonly language: LanguageCode | null }
  | {
      readonly type: 'recognise'
      readonly samples: Float32Array
      readonly language: LanguageCode
      readonly known: readonly Word[]
    }
  | {
      readonly type: 'identify'
      readonly samples: Float32Array
      readonly candidates: readonly LanguageCode[]
    }

/** To the thread. */
export type EngineRequest =
  | { readonly type: 'task'; readonly id: number; readonly task: EngineTask }
  | { readonly type: 'abort'; readonly id: number }

/** From the thread, one for each task. An error ends the thread, except that of an aborted task. */
export interface EngineResponse {
  readonly id: number
  readonly words?: Word[]
  readonly languages?: LanguageProbabilities
}

/** Tasks wait until the models that they need are loaded. */
export class EngineThread implements LanguageIdentifier {
  readonly #worker = new Worker(new URL('engine-thread-worker.ts', import.meta.url))
  readonly #waiting = new Map<number, (response: EngineResponse) => void>()
  #lastId = 0

  constructor() {
    this.#worker.on('message', (response: EngineResponse) => {
      this.#waiting.get(response.id)?.(response)
      this.#waiting.delete(response.id)
    })
    // No stream can continue without it: the process ends, and is restarted by its supervisor.
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /** Loads the models for a language, or those for language identification (null), before they are needed. */
  load(language: LanguageCode | null): void {
    void this.#perform({ type: 'load', language })
  }

  /** See `Engine.recognise`. */
  async recognise(
    samples: Float32Array,
    language: LanguageCode,
    { known = [], signal }: RecogniseOptions,
  ): Promise<Word[]> {
    const { words } = await this.#perform({ type: 'recognise', samples, language, known }, signal)
    signal?.throwIfAborted()
    return words ?? []
  }

  async identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<LanguageProbabilities> {
    const { languages } = await this.#perform({ type: 'identify', samples, candidates })
    if (languages === undefined) throw new Error('The engine thread returned no languages')
    return languages
  }

  #perform(task: EngineTask, signal?: AbortSignal): Promise<EngineResponse> {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<EngineResponse>()
    this.#waiting.set(id, resolve)
    this.#send({ type: 'task', id, task })
    signal?.addEventListener('abort', () => this.#send({ type: 'abort', id }), { once: true })
    return promise
  }

  #send(request: EngineRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker.postMessage(request)
  }
}
