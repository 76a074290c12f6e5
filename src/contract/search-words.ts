import { MAX } from './limits.ts'
import { UNSPACED_SCRIPT } from './unspaced-scripts.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Words are truncated to this many characters: index entries are limited in size, and real words are shorter. */
export const MAX_WORD_LENGTH = 64

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The distinct words of a text as they are indexed and searched for, the same in both databases: lowercase, in
 * compatibility form (NFKC), without punctuation.
 * @param isUnspaced whether to split it as text in a script without spaces; by default, whether it contains any such script
 */
export function searchWords(text: string, isUnspaced?: boolean): string[] {
  const plain = folded(text)
  const words = partsOf(plain, isUnspaced).flatMap(({ segment }) => segment.match(WORD) ?? [])
  return [...new Set(words.map(indexed))]
}

/** The words of a search; null if there are none or too many. */
export function wordsToFind(search: string): readonly string[] | null {
  const words = searchWords(search)
  return words.length === 0 || words.length > MAX.search ? null : words
}

/** A word as `searchWords` returns it, and its range in the original text, in UTF-16 units. */
export interface WordPlace {
  readonly word: string
  readonly from: number
  readonly to: number
}

/**
 * The positions of the words of a text, in order.
 * @param isUnspaced as for `searchWords`
 */
export function wordPlaces(text: string, isUnspaced?: boolean): WordPlace[] {
  /** For each UTF-16 unit of the folded text, the range of the original text that it came from. */
  const sources: { readonly from: number; readonly to: number }[] = []
  let plain = ''
  for (const { 0: unit, index: from } of text.matchAll(FOLDED_UNIT)) {
    plain += folded(unit)
    while (sources.length < plain.length) sources.push({ from, to: from + unit.length })
  }
  return partsOf(plain, isUnspaced).flatMap(({ segment, index }) =>
    Array.from(segment.matchAll(WORD), ({ 0: word, index: within }) => ({
      word: indexed(word),
      from: sources[index + within]!.from,
      to: sources[index + within + word.length - 1]!.to,
    })),
  )
}

/**
 * The unit of text that can be folded on its own: a character with the marks that follow it. NFKC may compose these with the character
 * or with each other, as with Japanese halfwidth sound marks and Korean letters (jamo).
 */
const FOLDED_UNIT = /.[\p{M}\uff9e\uff9f[\p{sc=Hangul}--[\uac00-\ud7a3]]]*/gsv

/** The form in which texts are compared: NFKC, lowercase. */
export function folded(text: string): string {
  // SQLite folds these two variants into their base letters, so they are folded for PostgreSQL as well.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u0345', 'ι')
}

/**
 * The parts of a folded text in which to look for words. Scripts without spaces need the dictionary of Intl.Segmenter. For all
 * others, the pattern suffices, which is about 30 times as fast.
 */
function partsOf(plain: string, isUnspaced = UNSPACED_SCRIPT.test(plain)) {
  return isUnspaced ? Array.from(segmenter.segment(plain)) : [{ segment: plain, index: 0 }]
}

const indexed = (word: string) => word.slice(0, MAX_WORD_LENGTH)
