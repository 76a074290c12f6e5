/** Which engine recognises which language. */
import { isDeepStrictEqual } from 'node:util'
import { type LanguageCode, languageCode } from '../../contract/languages.ts'
import type { Engine, LanguageIdentifier } from './engine.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import type { Whisper } from './whisper.ts'

/** The engines, each loaded when it is first needed, and kept. */
export class Engines {
  readonly #moonshine = new Loader(async () => (await import('./moonshine.ts')).Moonshine.load())
  readonly #whisper = new Loader(async () => (await import('./whisper.ts')).Whisper.load())
  #pulled: readonly PulledEngine[] = []

  /** The first that lists a language recognises it, where no pulled model does. */
  readonly #engines: readonly { languages: readonly LanguageCode[]; loader: Loader<Engine> }[] = [
    { languages: ['en'], loader: this.#moonshine },
    { languages: languageCode.options, loader: this.#whisper },
  ]

  /**
   * From now on pulled models come before the built-in engines. Those that are loaded and stay are kept. No engine may be
   * at work.
   * @param models - those that there are, in the order in which they are asked
   */
  async use(models: readonly PulledModel[]): Promise<void> {
    const ids = models.map(({ id }) => id)
    const before = this.#pulled.map(({ model }) => model.id)
    if (isDeepStrictEqual(ids, before)) return
    const dropped = this.#pulled.filter(({ model }) => !ids.includes(model.id))
    const kept = new Map(this.#pulled.map((engine) => [engine.model.id, engine]))
    this.#pulled = models.map((model) => kept.get(model.id) ?? new PulledEngine(model))
    await Promise.all(dropped.map((engine) => engine.close()))
  }

  async for(language: LanguageCode): Promise<Engine> {
    const pulled = await this.#firstPulled(({ languages }) => languages.includes(language))
    if (pulled !== null) return pulled
    const entry = this.#engines.find(({ languages }) => languages.includes(language))
    if (entry === undefined) throw new Error(`No engine recognises ${language}`)
    return entry.loader.get()
  }

  /** A pulled one, so that the built-in one is not loaded beside it, and a stretch is encoded once. */
  async languageIdentifier(): Promise<LanguageIdentifier> {
    return (await this.#firstPulled(({ identifiesLanguages }) => identifiesLanguages)) ?? this.#whisper.get()
  }

  async close(): Promise<void> {
    const engines = [...this.#engines.map(({ loader }) => loader), ...this.#pulled]
    await Promise.all(engines.map((engine) => engine.close()))
  }

  async #firstPulled(suits: (model: PulledModel['description']) => boolean): Promise<Whisper | null> {
    for (const engine of this.#pulled) {
      const whisper = suits(engine.model.description) ? await engine.get() : null
      if (whisper !== null) return whisper
    }
    return null
  }
}

/** A pulled model, loaded when it is first needed. One that cannot be loaded is said so on stderr, and left out. */
class PulledEngine {
  readonly model: PulledModel
  readonly #loader: Loader<Whisper | null>

  constructor(model: PulledModel) {
    this.model = model
    this.#loader = new Loader(async () => {
      try {
        return await (await import('./whisper.ts')).Whisper.load((file) => model.read(file))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        process.stderr.write(`The model ${model.description.name} is not used: ${why}\n`)
        return null
      }
    })
  }

  get(): Promise<Whisper | null> {
    return this.#loader.get()
  }

  close(): Promise<void> {
    return this.#loader.close()
  }
}

/** Loads an engine once, at its first use. */
class Loader<E extends Engine | null> {
  readonly #load: () => Promise<E>
  #engine: Promise<E> | undefined

  constructor(load: () => Promise<E>) {
    this.#load = load
  }

  get(): Promise<E> {
    this.#engine ??= this.#load()
    return this.#engine
  }

  async close(): Promise<void> {
    await (await this.#engine)?.close()
  }
}
