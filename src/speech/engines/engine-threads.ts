/** Several threads with engines, which recognise that many segments at the same time. */
import pLimit from 'p-limit'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { Engine, LanguageIdentifier } from './engine.ts'
import { EngineThread } from './engine-thread.ts'
import { type Engines, LoadedEngines } from './loaded-engines.ts'
import type { SpeechServerSettings } from './speech-server/settings.ts'

/**
 * Each thread has its own models, and starts when the first task needs it. A single segment leaves a core partly idle,
 * because each step of a decoder is too small for two threads.
 */
export class EngineThreads implements Engines {
  /** Runs engines that need no thread of their own: the speech server and shared engines. Its other models are never loaded. */
  readonly #local = new LoadedEngines()
  readonly #threads: EngineThread[] = []
  /** The most recently used thread comes last. */
  readonly #idle: EngineThread[] = []
  readonly #limit: ReturnType<typeof pLimit>
  readonly #engine: Engine
  #models: readonly PulledModel[] = []
  #device: Device = 'cpu'

  constructor(count: number) {
    this.#limit = pLimit(count)
    this.#engine = {
      concurrency: count,
      recognise: (...given) => this.#perform(given[0], (thread) => thread.recognise(...given)),
      close: async () => {},
    }
  }

  async use(models: readonly PulledModel[], device: Device = 'cpu'): Promise<void> {
    this.#models = models
    this.#device = device
    await this.#local.use(models, device)
    await Promise.all(this.#threads.map((thread) => thread.use(models, device)))
  }

  useServer(settings: SpeechServerSettings): void {
    this.#local.useServer(settings)
  }

  async for(language: LanguageCode): Promise<Engine> {
    return (await this.#local.shared(language)) ?? this.#engine
  }

  modelFor(language: LanguageCode): string {
    return this.#local.modelFor(language)
  }

  identifies(language: LanguageCode): boolean {
    return this.#local.identifies(language)
  }

  punctuates(language: LanguageCode): boolean {
    return this.#local.punctuates(language)
  }

  async languageIdentifier(): Promise<LanguageIdentifier> {
    return { identify: (...given) => this.#perform(given[0], (thread) => thread.identify(...given)) }
  }

  async close(): Promise<void> {
    await Promise.all([this.#local.close(), ...this.#threads.map((thread) => thread.close())])
  }

  /** Prefers an idle thread that has already encoded the samples. */
  #perform<Result>(samples: Float32Array, task: (thread: EngineThread) => Promise<Result>): Promise<Result> {
    return this.#limit(async () => {
      const last = this.#idle.findLastIndex((thread) => thread.hasIdentified(samples))
      const thread = this.#idle.splice(last, 1)[0] ?? (await this.#start())
      try {
        return await task(thread)
      } finally {
        this.#idle.push(thread)
      }
    })
  }

  async #start(): Promise<EngineThread> {
    const thread = new EngineThread()
    this.#threads.push(thread)
    await thread.use(this.#models, this.#device)
    return thread
  }
}
