/** The pulled models that write punctuation, and which of them serves which language. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import { markedWords, type WriteMarks } from './marked-words.ts'
import { loadPunctuation, punctuationFamilyOf, type PunctuationModel } from './punctuation-families.ts'

/**
 * Writes marks after words, and capitals where its model does; see {@link markedWords}. A hundred words take some 0.02 s of the thread. The
 * last word gets the mark of what ends with it, so words that go on later are given again with what follows.
 */
export type Punctuate = (words: readonly Word[]) => Word[]

/** In this thread. Each model is loaded when it is first needed, and kept. */
export class PunctuationModels {
  #models: readonly LoadableModel[] = []

  /** Uses these models, in their order. Those in use already stay loaded. Models of other purposes and unknown families are ignored. */
  use(models: readonly PulledModel[]): void {
    const kept = new Map(this.#models.map((model) => [model.id, model]))
    this.#models = modelsFor('punctuation', models)
      .filter(({ description }) => punctuationFamilyOf(description) !== undefined)
      .map((model) => kept.get(model.id) ?? new LoadableModel(model))
  }

  /** What writes the marks of a language; null where no model can. */
  async for(language: LanguageCode): Promise<Punctuate | null> {
    for (const model of this.#models) {
      const write = model.languages.includes(language) ? await model.get() : null
      if (write !== null) return (words) => markedWords(words, language, write)
    }
    return null
  }
}

/** A model, loaded at its first use. One that cannot be is reported on stderr, and not used. */
class LoadableModel {
  readonly id: string
  readonly languages: readonly LanguageCode[]
  readonly #model: PunctuationModel
  #loaded: Promise<WriteMarks | null> | undefined

  constructor(model: PunctuationModel) {
    this.id = model.id
    this.languages = model.description.languages
    this.#model = model
  }

  get(): Promise<WriteMarks | null> {
    this.#loaded ??= loadPunctuation(this.#model).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      process.stderr.write(`The model ${this.#model.description.name} is not used: ${why}\n`)
      return null
    })
    return this.#loaded
  }
}
