/** The pulled punctuation models, and which of them serves each language. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { collectGarbage } from '../../models/collect-garbage.ts'
import { LoadedModels } from '../../models/pulled/loaded-models.ts'
import { modelsFor, type PulledModel } from '../../models/pulled/pulled-model.ts'
import { markedWords, type WriteMarks } from './marked-words.ts'
import { loadPunctuation, PUNCTUATION_FAMILIES, type PunctuationModel } from './punctuation-families.ts'
import { familyOf } from '../../models/pulled/model-family.ts'

/**
 * Adds marks to words, and capitals if the model writes them; see {@link markedWords}. The last word gets the mark for
 * the end of a text, so if more words follow later, it must be passed again with them. Blocks the thread: 30 ms for 100
 * words with a made Transformer of 4 layers of 256, and 70 ms with 12.
 */
export type Punctuate = (words: readonly Word[]) => Word[]

/** Models in the current thread; see {@link LoadedModels}. */
export class PunctuationModels {
  readonly #loaded = new LoadedModels()

  /** Uses these models, in this order, from now on. Models for other purposes or of unknown families are ignored. */
  use(models: readonly PulledModel[]): void {
    this.#loaded.use(models)
  }

  /** Frees the models that are no longer used. Must not be called while one of them is in use. */
  async releaseUnused(): Promise<void> {
    await this.#loaded.releaseUnused()
  }

  /** Returns what writes the marks of a language; null if no model can. */
  async for(language: LanguageCode): Promise<Punctuate | null> {
    const suitable = modelsFor('punctuation', this.#loaded.models).filter(
      ({ description }) =>
        description.languages.includes(language) && familyOf(description, PUNCTUATION_FAMILIES) !== undefined,
    )
    const model = await this.#loaded.first(suitable, Writer.load)
    return model === null ? null : (words) => markedWords(words, language, model.write)
  }
}

/** A model in memory. */
class Writer implements AsyncDisposable {
  #write: WriteMarks | null

  private constructor(write: WriteMarks) {
    this.#write = write
  }

  static async load(this: void, model: PunctuationModel): Promise<Writer> {
    return new Writer(await loadPunctuation(model))
  }

  readonly write = (text: string): string => {
    if (this.#write === null) throw new Error('This model for punctuation was freed')
    return this.#write(text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#write = null
    await collectGarbage()
  }
}
