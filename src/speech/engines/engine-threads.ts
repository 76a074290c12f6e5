/** Several threads with engines, so that as many segments are recognised at the same time. */
import pLimit from 'p-limit'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { Engine, LanguageIdentifier } from './engine.ts'
import { EngineThread } from './engine-thread.ts'
import { type Engines, LoadedEngines } from './loaded-engines.ts'
import type { SpeechServerSettings } from './speech-server/settings.ts'

/**
 * Each thread has models of its own, and is started when there is a task for it. One segment at a time leaves a core partly
 * idle, as a decoder computes too little at a time for two threads.
 */
export class EngineThreads implements Engines {
  /** For engines that need no thread of ours: the speech server, and those that are shared. Its other models are never loaded. */
  readonly #local = new LoadedEngines()
  readonly #threads: EngineThread[] = []
  /** The one that was used last comes last. */
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

  /** In the thread that has encoded the samples, if it is idle. */
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
