/** Finds phrases in a text and replaces them by their spellings. */
import type { CustomSpellingConfig } from '../../../contract/features/custom-spelling.ts'
import { UNSPACED_SCRIPT } from '../../../contract/unspaced-scripts.ts'
import type { Replacement } from '../../../text/rewritten-words.ts'
import { IN_WORD } from '../../../text/word-parts.ts'

/** Applies one dictionary. If several phrases begin at the same position, the longest is used. */
export class SpellingDictionary {
  /** The spelling of each phrase, by its folded form. */
  readonly #phrases = new Map<string, string>()
  readonly #spellings = new Set<string>()
  /** The lengths of folded phrases and spellings, in descending order. */
  readonly #lengths: readonly number[]

  /** Ignores blank spellings and phrases; the first of several spellings for a phrase wins. */
  constructor({ spelling_dictionary: dictionary }: CustomSpellingConfig) {
    for (const [key, phrases] of Object.entries(dictionary)) {
      const spelling = key.trim()
      if (spelling === '') continue
      this.#spellings.add(spelling)
      for (const phrase of phrases) {
        const folded = fold(phrase).text.trim()
        if (folded !== '' && !this.#phrases.has(folded)) this.#phrases.set(folded, spelling)
      }
    }
    const known = [...this.#phrases.keys(), ...Array.from(this.#spellings, (spelling) => fold(spelling).text)]
    this.#lengths = [...new Set(known.map(({ length }) => length))].toSorted((a, b) => b - a)
  }

  /**
   * The replacements in a text, in order. A spelling that is already in the text is kept, even if it contains another
   * phrase.
   */
  replacementsIn(text: string): Replacement[] {
    const { text: folded, starts, ends } = fold(text)
    const replacements: Replacement[] = []
    let at = 0
    for (const { index } of folded.matchAll(START)) {
      if (index < at) continue
      for (const length of this.#lengths) {
        const [from, to] = [starts[index], ends[index + length - 1]]
        if (from === undefined || to === undefined) continue
        const written = text.slice(from, to)
        const spelling =
          this.#phrases.get(folded.slice(index, index + length)) ??
          (this.#spellings.has(written) ? written : undefined)
        END.lastIndex = index + length
        if (spelling === undefined || !END.test(folded)) continue
        if (written !== spelling) replacements.push({ from, to, text: spelling })
        at = index + length
        break
      }
    }
    return replacements
  }
}

/** A text in the form in which phrases are compared. */
interface Folded {
  readonly text: string
  /** For each UTF-16 unit of `text`, the range of the original that it stands for. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Removes differences of case, between composed and decomposed letters, and between separators. Recognisers place hyphens
 * and commas inconsistently, and spaces too in scripts without them.
 */
function fold(text: string): Folded {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  const parts = Array.from(text.matchAll(PART))
  for (const [position, { 0: part, 1: separator, index }] of parts.entries()) {
    const form =
      separator === undefined
        ? part.normalize('NFC').toUpperCase().toLowerCase()
        : isUnspaced(parts[position - 1]) || isUnspaced(parts[position + 1])
          ? ''
          : ' '
    folded += form
    for (let unit = 0; unit < form.length; unit++) {
      starts.push(index)
      ends.push(index + part.length)
    }
  }
  return { text: folded, starts, ends }
}

const isUnspaced = (part: RegExpExecArray | undefined) => UNSPACED_SCRIPT.test(part?.[0] ?? '')

/** Separators, or a character with its marks. */
const PART = /([\s\p{Pd},]+)|\P{M}\p{M}*|\p{M}+/gu

const UNSPACED = UNSPACED_SCRIPT.source
/** Scripts without spaces have no word boundaries: a phrase may begin and end anywhere. */
const BESIDE_UNSPACED = `(?=${UNSPACED})|(?<=${UNSPACED})`

/** Where a phrase may begin in a folded text: not within a word, and, if it begins with a symbol, only after a space. */
const START = new RegExp(`(?<!\\S)(?=\\S)|(?<!${IN_WORD}['’]?)(?=${IN_WORD})|${BESIDE_UNSPACED}`, 'gu')
/** Where a phrase may end: "Ann's" is "Ann" with a genitive, but "don't" is not "don". */
const END = new RegExp(
  `(?!\\p{M})(?:(?!${IN_WORD}|(?<=${IN_WORD})['’](?!s(?!${IN_WORD}))${IN_WORD})|${BESIDE_UNSPACED})`,
  'uy',
)
