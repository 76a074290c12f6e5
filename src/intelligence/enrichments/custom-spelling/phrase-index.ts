/**
 * Finds which of many phrases a text may have at a position, at a cost that depends on the lengths of the phrases and not
 * on their number. An Aho–Corasick automaton would find them in one pass, but takes hundreds of bytes for each of up to a
 * million characters, and its matches would have to be checked for word boundaries all the same.
 */

/** Separates the words of a phrase: recognisers place hyphens and commas inconsistently. */
export const SEPARATOR = String.raw`[\s\p{Pd},]`
const ONE_SEPARATOR = new RegExp(SEPARATOR, 'u')

/** A text in the form in which phrases are compared. */
interface Folded {
  readonly text: string
  /** For each UTF-16 unit of the original, its position in `text`. */
  readonly offsets: readonly number[]
}

/**
 * A text without differences of case, between composed and decomposed letters, and between separators.
 * @param between what replaces adjacent separators
 */
function fold(text: string, between: '' | ' '): Folded {
  const offsets: number[] = []
  let written = ''
  let isBetween = false
  for (const letter of text) {
    const isSeparator = ONE_SEPARATOR.test(letter)
    // Separators that follow another begin where it does.
    const at = isBetween && isSeparator ? written.length - between.length : written.length
    for (let unit = 0; unit < letter.length; unit++) offsets.push(at)
    if (!isSeparator) written += foldedLetter(letter)
    else if (!isBetween) written += between
    isBetween = isSeparator
  }
  return { text: written, offsets }
}

const foldedLetter = (letter: string): string =>
  letter < '\x80' ? letter.toLowerCase() : Array.from(letter.normalize('NFD'), simpleFold).join('')

/** As regular expressions compare letters regardless of case: one letter is never compared with two. */
function simpleFold(letter: string): string {
  const single = (mapped: string, otherwise: string) => (Array.from(mapped).length === 1 ? mapped : otherwise)
  const lower = single(letter.toLowerCase(), letter)
  const upper = single(lower.toUpperCase(), lower)
  return single(upper.toLowerCase(), upper)
}

/** Phrases by their folded form. */
export class PhraseIndex<Phrase> {
  readonly #between: '' | ' '
  readonly #phrases = new Map<string, Phrase[]>()
  /** The lengths of folded phrases, by their first letter. */
  readonly #lengths = new Map<string, Set<number>>()

  /** @param between what separates words in the folded form */
  constructor(between: '' | ' ') {
    this.#between = between
  }

  /** @param forms how a text may have the phrase */
  add(forms: readonly string[], phrase: Phrase): void {
    for (const key of new Set(forms.map((form) => fold(form, this.#between).text))) {
      const first = letterAt(key, 0)
      this.#lengths.set(first, (this.#lengths.get(first) ?? new Set()).add(key.length))
      const phrases = this.#phrases.get(key)
      if (phrases === undefined) this.#phrases.set(key, [phrase])
      else phrases.push(phrase)
    }
  }

  /** The phrases that may begin at a position of the text: their folded forms are equal, and no others can begin there. */
  lookUp(text: string): (position: number) => Phrase[] {
    if (this.#phrases.size === 0) return () => []
    const folded = fold(text, this.#between)
    return (position) => {
      const from = folded.offsets[position] ?? 0
      const lengths = this.#lengths.get(letterAt(folded.text, from)) ?? []
      return Array.from(lengths).flatMap(
        (length) => this.#phrases.get(folded.text.slice(from, from + length)) ?? [],
      )
    }
  }
}

const letterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)
