/** The pulled streaming models, and which of them hears each language. */
import type { LanguageCode } from '../../../contract/languages.ts'
import { notUsed } from '../../../models/pulled/loaded-models.ts'
import { modelsFor, type PulledModel } from '../../../models/pulled/pulled-model.ts'
import { familyOf } from '../../../models/pulled/model-family.ts'
import { STREAMING_FAMILIES } from './streaming-family.ts'
import { type ModelFields, StreamingThread } from './streaming-thread.ts'

export class StreamingModels {
  #models: readonly LoadableModel[] = []

  /**
   * Uses these models, in this order, from now on. Models that stay in use stay loaded; others are unloaded once no
   * stream needs them.
   */
  use(models: readonly PulledModel[]): void {
    const supported = modelsFor('live-recognition', models).filter(
      ({ description }) => familyOf(description, STREAMING_FAMILIES) !== undefined,
    )
    const before = this.#models
    this.#models = supported.map(
      (model) => before.find(({ fields }) => fields.id === model.id) ?? new LoadableModel(model),
    )
    for (const model of before) if (!this.#models.includes(model)) void model.retire()
  }

  /** The languages that at least one model supports. */
  get languages(): readonly LanguageCode[] {
    return this.#models.flatMap(({ fields }) => fields.description.languages)
  }

  /** Whether the first model for a language writes punctuation and capitals. */
  punctuates(language: LanguageCode): boolean {
    return this.#models.find((model) => model.hears(language))?.fields.description.punctuates ?? true
  }

  /** The first model for a language, loaded when it is first needed; null if none can be loaded. */
  async for(language: LanguageCode): Promise<StreamingThread | null> {
    const models = this.#models
    for (const model of models) {
      const thread = model.hears(language) ? await model.get() : null
      // The models in use changed while this one was loading.
      if (this.#models !== models) return this.for(language)
      if (thread !== null) return thread
    }
    return null
  }
}

/** A model that fails to load is reported on stderr once, and not used. */
class LoadableModel {
  readonly fields: ModelFields
  #thread: Promise<StreamingThread | null> | undefined

  constructor(fields: ModelFields) {
    this.fields = fields
  }

  hears(language: LanguageCode): boolean {
    return this.fields.description.languages.includes(language)
  }

  get(): Promise<StreamingThread | null> {
    this.#thread ??= StreamingThread.start(this.fields).catch(notUsed(this.fields))
    return this.#thread
  }

  async retire(): Promise<void> {
    await (await this.#thread)?.retire()
  }
}
