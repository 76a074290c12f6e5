/** The pulled speaker models. */
import type { LanguageCode } from '../../contract/languages.ts'
import { LoadedModels } from '../../models/pulled/loaded-models.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import { DiarizerThread } from './diarizer-thread.ts'

/** See {@link LoadedModels}. */
export class SpeakerModels {
  readonly #loaded = new LoadedModels()

  /** Uses these models, in this order, from now on. */
  use(models: readonly PulledModel[]): void {
    this.#loaded.use(models)
  }

  /** Frees the models that are no longer used. Must not be called while a recording is being diarized. */
  async releaseUnused(): Promise<void> {
    await this.#loaded.releaseUnused()
  }

  /** The model for recordings in a language; null if there is none. */
  async for(language: LanguageCode): Promise<DiarizerThread | null> {
    const suitable = modelsFor('speakers', this.#loaded.models).filter(({ description }) =>
      description.languages.includes(language),
    )
    return this.#loaded.first(suitable, (model) => DiarizerThread.start(model))
  }
}
