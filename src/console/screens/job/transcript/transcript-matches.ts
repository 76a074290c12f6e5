/** Finds the words of a search, or a text to replace, in a transcript. */
import { UNSPACED_SCRIPT } from '../../../../contract/unspaced-scripts.ts'

/** A place in the text of an utterance, in UTF-16 units. */
export interface Match {
  /** Index of its utterance. */
  readonly utterance: number
  readonly from: number
  readonly to: number
}

const LETTER = '[\\p{L}\\p{N}\\p{M}]'

/**
 * Finds whole words regardless of case, as the search of the list does: the words in sequence as in the query, or each word
 * if they never occur in sequence.
 * @param texts of the utterances
 */
export function matchesIn(texts: readonly string[], query: string): readonly Match[] {
  const words = query.normalize('NFKC').match(new RegExp(`${LETTER}+`, 'gu')) ?? []
  if (words.length === 0) return []
  const whole = words.map((word) =>
    UNSPACED_SCRIPT.test(word) ? word : `(?<!${LETTER})${word}(?!${LETTER})`,
  )
  const phrase = placesOf(texts, whole.join(`[^\\p{L}\\p{N}\\p{M}]*`))
  return phrase.length > 0 ? phrase : placesOf(texts, whole.join('|'))
}

export interface Exactness {
  readonly matchesCase: boolean
  /** Whether to match whole words only. */
  readonly isWhole: boolean
}

/** Finds a literal text to replace. @param texts of the utterances */
export function exactMatchesIn(
  texts: readonly string[],
  text: string,
  { matchesCase, isWhole }: Exactness,
): readonly Match[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const begins = isWhole && new RegExp(`^${LETTER}`, 'u').test(trimmed)
  const ends = isWhole && new RegExp(`${LETTER}$`, 'u').test(trimmed)
  const isUnspaced = UNSPACED_SCRIPT.test(trimmed)
  const pattern = RegExp.escape(trimmed).replaceAll(/(?:\\x20)+/g, '\\s+')
  const before = begins && !isUnspaced ? `(?<!${LETTER})` : ''
  const after = ends && !isUnspaced ? `(?!${LETTER})` : ''
  return placesOf(texts, `${before}${pattern}${after}`, matchesCase)
}

function placesOf(texts: readonly string[], pattern: string, matchesCase = false): Match[] {
  const expression = new RegExp(pattern, matchesCase ? 'gu' : 'giu')
  return texts.flatMap((text, utterance) =>
    Array.from(text.matchAll(expression), ({ 0: found, index }) => {
      return { utterance, from: index, to: index + found.length }
    }),
  )
}
