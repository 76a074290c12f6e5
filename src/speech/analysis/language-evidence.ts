/** Decides which language is spoken from several parts of the speech. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { LanguageProbabilities } from '../engines/engine.ts'

/** Probabilities are added, not multiplied: a part that is a quotation or music must not outweigh the others. */
export class LanguageEvidence {
  /** Most probable first. */
  readonly #sums: readonly (readonly [LanguageCode, number])[]

  constructor(sums: Iterable<readonly [LanguageCode, number]> = []) {
    this.#sums = [...sums].toSorted(([, a], [, b]) => b - a)
  }

  /** Adds the evidence of another part, its probabilities multiplied by a weight. */
  with(probabilities: LanguageProbabilities, weight = 1): LanguageEvidence {
    const sums = new Map(this.#sums)
    for (const [language, probability] of probabilities)
      sums.set(language, (sums.get(language) ?? 0) + weight * probability)
    return new LanguageEvidence(sums)
  }

  /** The most probable language; undefined without evidence. */
  get language(): LanguageCode | undefined {
    return this.#sums[0]?.[0]
  }

  /** The lead over the runner-up: a part with less weight than this cannot change the language. */
  get lead(): number {
    const [first, second] = this.#sums
    return (first?.[1] ?? 0) - (second?.[1] ?? 0)
  }
}
