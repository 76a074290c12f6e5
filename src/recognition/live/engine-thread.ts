/**
 * The engines in a thread of their own. A run of a model blocks the thread that asks for it, up to 0.3 s: voice activity
 * of live streams, which must keep up with every one of them, cannot wait for that.
 */
import { Worker } from 'node:worker_threads'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { IdentifiedLanguage, LanguageIdentifier, RecogniseOptions } from '../engines/engine.ts'

/** To the thread; each is answered by its number, in turn. */
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

export type EngineRequest =
  | { readonly type: 'task'; readonly number: number; readonly task: EngineTask }
  | { readonly type: 'abort'; readonly number: number }

/** From the thread. What fails ends it, but for what was given up. */
export interface EngineAnswer {
  readonly number: number
  readonly words?: Word[]
  readonly language?: IdentifiedLanguage
}

/** What is asked for waits until the models are loaded that it needs. */
export class EngineThread implements LanguageIdentifier {
  readonly #worker = new Worker(new URL('engine-thread-worker.ts', import.meta.url))
  readonly #waiting = new Map<number, (answer: EngineAnswer) => void>()
  #tasks = 0

  constructor() {
    this.#worker.on('message', (answer: EngineAnswer) => {
      this.#waiting.get(answer.number)?.(answer)
      this.#waiting.delete(answer.number)
    })
    // Whoever waits for it cannot go on: the process ends.
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /** Loads what is needed for a language, or for telling which it is, before somebody has to wait for it. */
  load(language: LanguageCode | null): void {
    void this.#ask({ type: 'load', language })
  }

  /** As an engine for the language does. */
  async recognise(
    samples: Float32Array,
    language: LanguageCode,
    { known = [], signal }: RecogniseOptions,
  ): Promise<Word[]> {
    const { words } = await this.#ask({ type: 'recognise', samples, language, known }, signal)
    signal?.throwIfAborted()
    return words ?? []
  }

  async identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<IdentifiedLanguage> {
    const { language } = await this.#ask({ type: 'identify', samples, candidates })
    if (language === undefined) throw new Error('The thread of the engines gave no language')
    return language
  }

  #ask(task: EngineTask, signal?: AbortSignal): Promise<EngineAnswer> {
    const number = this.#tasks++
    const { promise, resolve } = Promise.withResolvers<EngineAnswer>()
    this.#waiting.set(number, resolve)
    this.#send({ type: 'task', number, task })
    signal?.addEventListener('abort', () => this.#send({ type: 'abort', number }), { once: true })
    return promise
  }

  #send(request: EngineRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(request)
  }
}
