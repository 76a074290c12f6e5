/**
 * Runs the engines in a thread. A model run blocks its thread for up to 0.3 s; voice activity detection, which must keep
 * up with all live streams, cannot wait that long, and neither can another segment of a file.
 */
import { Worker } from 'node:worker_threads'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { LanguageIdentifier, LanguageProbabilities, RecogniseOptions } from './engine.ts'

/** The fields from which a {@link PulledModel} is rebuilt in the thread, since class instances cannot be passed to it. */
type PulledModelFields = Pick<PulledModel, 'description' | 'folder' | 'id'>

/**
 * How many of the sample buffers whose language it identified last a thread keeps, so that an engine need not encode them
 * again.
 */
export const KEPT_SAMPLES = 5

/** What the thread can do. */
export type EngineTask =
  | { readonly type: 'load'; readonly language: LanguageCode | null }
  | { readonly type: 'use'; readonly models: readonly PulledModelFields[]; readonly device: Device }
  | {
      readonly type: 'recognise'
      /** Or an index into the {@link KEPT_SAMPLES}, latest first. */
      readonly samples: Float32Array | number
      readonly language: LanguageCode
      readonly options: Pick<RecogniseOptions, 'known' | 'prompt' | 'vocabulary' | 'isLive' | 'silence'>
    }
  | {
      readonly type: 'identify'
      /** As above. */
      readonly samples: Float32Array | number
      readonly candidates: readonly LanguageCode[]
    }

/** To the thread. */
export type EngineRequest =
  | { readonly type: 'task'; readonly id: number; readonly task: EngineTask }
  | { readonly type: 'abort'; readonly id: number }

/** From the thread, one per task. */
export interface EngineResponse {
  readonly id: number
  /** Why the task failed; an abort is not an error. */
  readonly error?: unknown
  readonly words?: Word[]
  readonly languages?: LanguageProbabilities
}

/** Tasks wait until the models they need are loaded, and reject with the errors of the engines. */
export class EngineThread implements LanguageIdentifier {
  readonly #worker = new Worker(new URL('engine-thread-worker.ts', import.meta.url))
  readonly #waiting = new Map<number, (response: EngineResponse) => void>()
  #lastId = 0
  /** Latest first, like those that the thread keeps. */
  #identified: readonly Float32Array[] = []

  constructor() {
    this.#worker.on('message', (response: EngineResponse) => {
      this.#waiting.get(response.id)?.(response)
      this.#waiting.delete(response.id)
    })
    // Nothing can be recognised without the thread, so the process ends; its supervisor starts another.
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /** Loads the models for a language, or those for language identification (null), before they are needed. */
  load(language: LanguageCode | null): void {
    void this.#perform({ type: 'load', language })
  }

  /** Returns true if the thread keeps these samples. */
  hasIdentified(samples: Float32Array): boolean {
    return this.#identified.includes(samples)
  }

  /** See `Engine.recognise`. */
  async recognise(
    samples: Float32Array,
    language: LanguageCode,
    { known = [], prompt, vocabulary, isLive = false, silence, signal }: RecogniseOptions = {},
  ): Promise<Word[]> {
    const task = {
      type: 'recognise',
      samples: this.#kept(samples),
      language,
      options: {
        known,
        isLive,
        ...(silence !== undefined && { silence }),
        ...(prompt !== undefined && { prompt }),
        ...(vocabulary !== undefined && { vocabulary }),
      },
    } as const
    const { words } = await this.#perform(task, signal)
    signal?.throwIfAborted()
    return words ?? []
  }

  /** See `LoadedEngines.use`. */
  async use(models: readonly PulledModel[], device: Device): Promise<void> {
    const fields = models.map(({ description, folder, id }) => ({ description, folder, id }))
    await this.#perform({ type: 'use', models: fields, device })
  }

  async identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<LanguageProbabilities> {
    const task = { type: 'identify', samples: this.#kept(samples), candidates } as const
    if (task.samples === samples) this.#identified = [samples, ...this.#identified].slice(0, KEPT_SAMPLES)
    const { languages } = await this.#perform(task)
    if (languages === undefined) throw new Error('The engine thread returned no languages')
    return languages
  }

  /** Ends the thread; no task may be in progress. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  /** The samples, or their index among those that the thread keeps. */
  #kept(samples: Float32Array): Float32Array | number {
    const place = this.#identified.indexOf(samples)
    return place < 0 ? samples : place
  }

  /** @throws the error of the task, or the signal's reason if it is aborted beforehand */
  async #perform(task: EngineTask, signal?: AbortSignal): Promise<EngineResponse> {
    signal?.throwIfAborted()
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<EngineResponse>()
    this.#waiting.set(id, resolve)
    this.#send({ type: 'task', id, task })
    const abort = () => this.#send({ type: 'abort', id })
    signal?.addEventListener('abort', abort, { once: true })
    const response = await promise
    signal?.removeEventListener('abort', abort)
    if (response.error !== undefined) throw response.error
    return response
  }

  #send(request: EngineRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    this.#worker.postMessage(request)
  }
}
