/** The pulled models that read text, and which of them serves each language. */
import type { LanguageCode, TranslationLanguageCode } from '../../contract/languages.ts'
import type { Device } from '../onnx-session.ts'
import type { ClassifierPurpose } from '../pulled/model-description.ts'
import { LoadedModels } from '../pulled/loaded-models.ts'
import { modelsFor, type PulledModel } from '../pulled/pulled-model.ts'
import type { Classifier, LabelOf } from './classifier.ts'
import { type LabelledSpan, labelledSpans, type Text, textLabels } from './labels.ts'
import type { Translator } from './translator.ts'

/** See {@link LoadedModels}. */
export class TextModels {
  readonly #device: Device
  readonly #loaded = new LoadedModels()

  constructor(device: Device = 'cpu') {
    this.#device = device
  }

  /** Uses these models, in this order, from now on. */
  use(models: readonly PulledModel[]): void {
    this.#loaded.use(models)
  }

  /** Frees the models that are no longer used. Must not be called while a text is being read. */
  async releaseUnused(): Promise<void> {
    await this.#loaded.releaseUnused()
  }

  /**
   * The spans that a token classifier finds in each text; null for a text in a language without such a model.
   * @throws the reason of `signal` once it is aborted
   */
  async spans<P extends 'entities' | 'personal-data'>(
    purpose: P,
    texts: readonly Text[],
    signal?: AbortSignal,
  ): Promise<(LabelledSpan<LabelOf<P>>[] | null)[]> {
    return this.#byLanguage(purpose, texts, (model, own) => labelledSpans(own, model, signal))
  }

  /**
   * The label that a text classifier gives to each text; null for a text without a label, or in a language without such a
   * model.
   * @throws the reason of `signal` once it is aborted
   */
  async labels<P extends 'sentiment' | 'emotion'>(
    purpose: P,
    texts: readonly Text[],
    signal?: AbortSignal,
  ): Promise<(LabelOf<P> | null)[]> {
    return this.#byLanguage(purpose, texts, (model, own) =>
      textLabels(
        own.map(({ text }) => text),
        model,
        signal,
      ),
    )
  }

  /** The labels that {@link spans} can find in texts in any of these languages. */
  async typesIn<P extends 'entities' | 'personal-data'>(
    purpose: P,
    languages: Iterable<LanguageCode>,
  ): Promise<ReadonlySet<LabelOf<P>>> {
    const types = new Set<LabelOf<P>>()
    for (const language of languages) {
      const model = await this.#classifier(purpose, language)
      for (const { label } of model?.outputs ?? []) if (label !== null) types.add(label)
    }
    return types
  }

  /** The model that translates from one language into another; null if there is none. */
  async translator(from: LanguageCode, to: TranslationLanguageCode): Promise<Translator | null> {
    const suitable = modelsFor('translation', this.#loaded.models).filter(
      ({ description: { languages, targets } }) => languages.includes(from) && targets.includes(to),
    )
    return this.#loaded.first(suitable, async (model) => {
      const { Translator } = await import('./translator.ts')
      return Translator.load(model, this.#device)
    })
  }

  async #byLanguage<P extends ClassifierPurpose, Result>(
    purpose: P,
    texts: readonly Text[],
    read: (model: Classifier<LabelOf<P>>, texts: readonly Text[]) => Promise<Result[]>,
  ): Promise<(Result | null)[]> {
    const results = new Map<Text, Result>()
    for (const [language, own] of Map.groupBy(texts, (text) => text.language)) {
      const model = await this.#classifier(purpose, language)
      if (model === null) continue
      for (const [index, result] of (await read(model, own)).entries()) results.set(own[index]!, result)
    }
    return texts.map((text) => results.get(text) ?? null)
  }

  async #classifier<P extends ClassifierPurpose>(
    purpose: P,
    language: LanguageCode,
  ): Promise<Classifier<LabelOf<P>> | null> {
    const suitable = modelsFor<ClassifierPurpose>(purpose, this.#loaded.models).filter(({ description }) =>
      description.languages.includes(language),
    )
    return this.#loaded.first(suitable, async (model) => {
      const { Classifier } = await import('./classifier.ts')
      return Classifier.load<P>(model, this.#device)
    })
  }
}
