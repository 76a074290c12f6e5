/** The pulled models that read text, and which of them serves which language. */
import type { LanguageCode, TranslationLanguageCode } from '../../contract/languages.ts'
import type { Device } from '../onnx-session.ts'
import type { ClassifierPurpose } from '../pulled/model-description.ts'
import { modelsFor, type PulledModel } from '../pulled/pulled-model.ts'
import type { Classifier, LabelOf } from './classifier.ts'
import { type LabelledSpan, labelledSpans, type Text, textLabels } from './labels.ts'
import type { Translator } from './translator.ts'

/** Each model is loaded, with its runtime, when it is first needed, and kept. One that cannot be loaded is not used. */
export class TextModels {
  readonly #device: Device
  #models: readonly PulledModel[] = []
  readonly #loaded = new Map<string, Promise<AsyncDisposable | null>>()

  constructor(device: Device = 'cpu') {
    this.#device = device
  }

  /** Uses these models, in their order, from now on. */
  use(models: readonly PulledModel[]): void {
    this.#models = models
  }

  /** Frees the models that are no longer used. To be called when no text is being read. */
  async releaseUnused(): Promise<void> {
    const used = new Set(this.#models.map(({ id }) => id))
    const unused = [...this.#loaded].filter(([id]) => !used.has(id))
    for (const [id] of unused) this.#loaded.delete(id)
    await Promise.all(unused.map(async ([, model]) => (await model)?.[Symbol.asyncDispose]()))
  }

  /**
   * What a model for tokens finds in each text; null for a text in a language without such a model.
   * @throws the reason of `signal`, once that is aborted
   */
  async spans<P extends 'entities' | 'personal-data'>(
    purpose: P,
    texts: readonly Text[],
    signal?: AbortSignal,
  ): Promise<(LabelledSpan<LabelOf<P>>[] | null)[]> {
    return this.#byLanguage(purpose, texts, (model, own) => labelledSpans(own, model, signal))
  }

  /**
   * The label that a model for texts gives to each text; null for one without a label, or in a language without such a model.
   * @throws the reason of `signal`, once that is aborted
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

  /** What {@link spans} finds in texts in any of some languages. */
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
    const suitable = modelsFor('translation', this.#models).filter(
      ({ description: { languages, targets } }) => languages.includes(from) && targets.includes(to),
    )
    return this.#first(suitable, async (model) => {
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
    const suitable = modelsFor<ClassifierPurpose>(purpose, this.#models).filter(({ description }) =>
      description.languages.includes(language),
    )
    return this.#first(suitable, async (model) => {
      const { Classifier } = await import('./classifier.ts')
      return Classifier.load<P>(model, this.#device)
    })
  }

  /** The first of some models that can be loaded. */
  async #first<Model extends PulledModel, L extends AsyncDisposable>(
    models: readonly Model[],
    load: (model: Model) => Promise<L>,
  ): Promise<L | null> {
    for (const model of models) {
      if (!this.#loaded.has(model.id)) this.#loaded.set(model.id, load(model).catch(notUsed(model)))
      const loaded = (await this.#loaded.get(model.id)) as L | null
      if (loaded !== null) return loaded
    }
    return null
  }
}

function notUsed({ description }: PulledModel): (error: unknown) => null {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The model ${description.name} is not used: ${why}\n`)
    return null
  }
}
