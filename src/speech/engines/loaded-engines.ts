/** The models in memory, and which of them serves each language. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { DescriptionFor } from '../../models/pulled/model-description.ts'
import { notUsed } from '../../models/pulled/loaded-models.ts'
import { familyOf } from '../../models/pulled/model-family.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import type {
  Engine,
  EngineFamily,
  LanguageIdentifier,
  LoadContext,
  SpeechAligner,
  SpeechTranslator,
} from './engine.ts'
import { ENGINES } from './engines.ts'
import { loadBundled, loadPulled } from './load-model.ts'
import type { SpeechServerSettings } from './speech-server/settings.ts'

/** The engines that recognise speech. None may be working while {@link Engines.use} replaces models. */
export interface Engines {
  /**
   * Prefers pulled models, in the given order, to the bundled ones. Models that stay in use stay loaded; those no longer
   * listed are closed. Models of unknown families are ignored.
   * @param device that they run on, the same in all calls; the CPU by default
   */
  use(models: readonly PulledModel[], device?: Device): Promise<void>
  /** Prefers a speech server to any model for the languages that it serves. */
  useServer(settings: SpeechServerSettings): void
  /** The engine that recognises a language. */
  for(language: LanguageCode): Promise<Engine>
  /** The name of the model that recognises a language. */
  modelFor(language: LanguageCode): string
  /** Whether the engine of a language also identifies languages, at little extra cost. */
  identifies(language: LanguageCode): boolean
  /** Whether the engine of a language writes punctuation and capitals. */
  punctuates(language: LanguageCode): boolean
  /** Prefers a pulled model, so that no bundled model is loaded for identification and a segment is encoded only once. */
  languageIdentifier(): Promise<LanguageIdentifier>
  close(): Promise<void>
}

/** Engines in the current thread. Each model is loaded when it is first needed, and kept. */
export class LoadedEngines implements Engines {
  readonly #families: readonly EngineFamily[]
  readonly #bundled: readonly Model[]
  #pulled: readonly Model[] = []
  #server: Model | undefined
  readonly #aligner = async (language: LanguageCode) => this.speechAligner(language)

  constructor(families: readonly EngineFamily[] = ENGINES) {
    this.#families = families
    this.#bundled = families.flatMap((family) => bundledModel(family) ?? [])
  }

  async use(models: readonly PulledModel[], device: Device = 'cpu'): Promise<void> {
    const supported = modelsFor('recognition', models).filter(
      ({ description }) => familyOf(description, this.#families) !== undefined,
    )
    const ids = supported.map(({ id }) => id)
    const kept = new Map(this.#pulled.map((model) => [model.id, model]))
    const dropped = this.#pulled.filter(({ id }) => !ids.includes(id))
    this.#pulled = supported.map(
      (model) => kept.get(model.id) ?? pulledModel(model, { device, aligner: this.#aligner }, this.#families),
    )
    await Promise.all(dropped.map((model) => model.close()))
  }

  useServer(settings: SpeechServerSettings): void {
    const abilities = {
      languages: settings.languages,
      identifiesLanguages: false,
      translates: false,
      aligns: false,
      punctuates: true,
      isShared: true,
    }
    this.#server ??= new Model('speech-server', settings.model, abilities, async () => {
      const { SpeechServer } = await import('./speech-server/speech-server.ts')
      return new SpeechServer(settings, this.#aligner)
    })
  }

  async for(language: LanguageCode): Promise<Engine> {
    const engine = await this.#first(({ languages }) => languages.includes(language))
    if (engine === null) throw new Error(`No engine recognises ${language}`)
    return engine
  }

  modelFor(language: LanguageCode): string {
    const model = this.#modelFor(language)
    if (model === undefined) throw new Error(`No engine recognises ${language}`)
    return model.name
  }

  identifies(language: LanguageCode): boolean {
    return this.#modelFor(language)?.abilities.identifiesLanguages ?? false
  }

  punctuates(language: LanguageCode): boolean {
    return this.#modelFor(language)?.abilities.punctuates ?? true
  }

  /** The engine of a language if it is shared (see `EngineFamily.isShared`); otherwise null, and no model is loaded. */
  async shared(language: LanguageCode): Promise<Engine | null> {
    for (const model of this.#models()) {
      if (!model.abilities.languages.includes(language)) continue
      if (!model.abilities.isShared) return null
      const engine = await model.get()
      if (engine !== null) return engine
    }
    return null
  }

  async languageIdentifier(): Promise<LanguageIdentifier> {
    const engine = await this.#first(({ identifiesLanguages }) => identifiesLanguages)
    if (engine?.identify === undefined) throw new Error('No engine identifies languages')
    return engine as Engine & LanguageIdentifier
  }

  async speechTranslator(): Promise<SpeechTranslator> {
    const engine = await this.#first(({ translates }) => translates)
    if (engine?.translate === undefined) throw new Error('No engine translates speech')
    return engine as Engine & SpeechTranslator
  }

  async speechAligner(language: LanguageCode): Promise<SpeechAligner> {
    const engine = await this.#first(({ aligns, languages }) => aligns && languages.includes(language))
    if (engine?.align === undefined) throw new Error(`No engine aligns texts to speech in ${language}`)
    return engine as Engine & SpeechAligner
  }

  async close(): Promise<void> {
    await Promise.all([...this.#bundled, ...this.#pulled].map((model) => model.close()))
  }

  #modelFor(language: LanguageCode): Model | undefined {
    return this.#models().find(({ abilities }) => abilities.languages.includes(language))
  }

  #models(): Model[] {
    const all = [...(this.#server ? [this.#server] : []), ...this.#pulled, ...this.#bundled]
    return all.filter(({ isUsable }) => isUsable)
  }

  async #first(suits: (model: Abilities) => boolean): Promise<Engine | null> {
    for (const model of this.#models()) {
      const engine = suits(model.abilities) ? await model.get() : null
      if (engine !== null) return engine
    }
    return null
  }
}

interface Abilities {
  readonly languages: readonly LanguageCode[]
  readonly identifiesLanguages: boolean
  readonly translates: boolean
  readonly aligns: boolean
  /** Whether it writes punctuation and capitals. */
  readonly punctuates: boolean
  /** See `EngineFamily.isShared`. */
  readonly isShared: boolean
}

/** A model that is loaded when it is first used, and again after a failure. */
class Model {
  readonly id: string
  readonly name: string
  readonly abilities: Abilities
  readonly #load: () => Promise<Engine | null>
  #engine: Promise<Engine | null> | undefined
  /** False once it failed to load; the abilities of the next model then count. */
  isUsable = true

  /** @param load - resolves to null if the model is not to be used */
  constructor(id: string, name: string, abilities: Abilities, load: () => Promise<Engine | null>) {
    this.id = id
    this.name = name
    this.abilities = abilities
    this.#load = load
  }

  get(): Promise<Engine | null> {
    this.#engine ??= this.#load().then(
      (engine) => {
        this.isUsable = engine !== null
        return engine
      },
      (error: unknown) => {
        this.#engine = undefined
        throw error
      },
    )
    return this.#engine
  }

  async close(): Promise<void> {
    await (await this.#engine)?.close()
  }
}

function bundledModel(family: EngineFamily): Model | null {
  const { name, bundled, isShared = false } = family
  return bundled
    ? new Model(name, name, { ...bundled, punctuates: true, isShared }, () => loadBundled(family))
    : null
}

/** A model that fails to load is reported on stderr and not used. */
function pulledModel(
  model: PulledModel<DescriptionFor<'recognition'>>,
  context: LoadContext,
  families: readonly EngineFamily[],
): Model {
  const { name, languages, identifiesLanguages, punctuates } = model.description
  const isShared = familyOf(model.description, families)?.isShared ?? false
  const load = async () => loadPulled(model, context, families).catch(notUsed(model))
  const abilities = { languages, identifiesLanguages, translates: false, aligns: false, punctuates, isShared }
  return new Model(model.id, name, abilities, load)
}
