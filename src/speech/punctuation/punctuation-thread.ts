/**
 * Writes punctuation for live sessions in a thread, because voice activity detection, which must keep up with all
 * sessions, cannot wait for a model to load.
 */
import { Worker } from 'node:worker_threads'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import { PUNCTUATION_FAMILIES, type PunctuationModel } from './punctuation-families.ts'
import { familyOf } from '../../models/pulled/model-family.ts'

/** To the thread. Models are sent as their fields, since class instances cannot be passed to it. */
export interface MarksRequest {
  readonly words: readonly Word[]
  readonly language: LanguageCode
  /** The models in use. */
  readonly models: readonly Pick<PunctuationModel, 'description' | 'folder' | 'id'>[]
}

/** The thread answers each request with its words, in order. */
export class PunctuationThread {
  #models: readonly PunctuationModel[] = []
  /** Started when it is first needed. */
  #worker: Worker | undefined
  readonly #waiting: ((words: Word[]) => void)[] = []

  /** Uses these models, in this order, from now on. Models for other purposes or of unknown families are ignored. */
  use(models: readonly PulledModel[]): void {
    this.#models = modelsFor('punctuation', models).filter(
      ({ description }) => familyOf(description, PUNCTUATION_FAMILIES) !== undefined,
    )
  }

  /** Adds marks to words; see `Punctuate`. The words stay unchanged if no model supports the language. */
  async marked(words: readonly Word[], language: LanguageCode): Promise<Word[]> {
    const isPossible = this.#models.some(({ description }) => description.languages.includes(language))
    if (!isPossible || words.length === 0) return [...words]
    const { promise, resolve } = Promise.withResolvers<Word[]>()
    this.#waiting.push(resolve)
    const models = this.#models.map(({ description, folder, id }) => ({ description, folder, id }))
    const request: MarksRequest = { words, language, models }
    this.#worker ??= this.#start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker.postMessage(request)
    return promise
  }

  /** Ends the thread; no call of `marked` may be pending. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(new URL('punctuation-thread-worker.ts', import.meta.url))
    worker.on('message', (words: Word[]) => this.#waiting.shift()?.(words))
    // The process ends, and its supervisor starts another.
    worker.on('error', (error) => {
      throw error
    })
    return worker
  }
}
