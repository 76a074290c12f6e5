import { MAX } from './limits.ts'
import { UNSPACED_SCRIPT } from './unspaced-scripts.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Words are cut to this many characters: the size of an index entry is limited, and real words are shorter. */
export const MAX_WORD_LENGTH = 64

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The distinct words of a text in the form that is indexed and searched for, the same on every store: lowercase, in
 * compatibility form (NFKC), without punctuation.
 * @param isUnspaced whether it is split as a text with scripts without spaces; whether it has any unless given
 */
export function searchWords(text: string, isUnspaced?: boolean): string[] {
  const plain = folded(text)
  const words = partsOf(plain, isUnspaced).flatMap(({ segment }) => segment.match(WORD) ?? [])
  return [...new Set(words.map(indexed))]
}

/** The words of a search; null when it has none or too many. */
export function wordsToFind(search: string): readonly string[] | null {
  const words = searchWords(search)
  return words.length === 0 || words.length > MAX.search ? null : words
}

/** A word of a text as `searchWords` returns it, and its place in the text, in UTF-16 units. */
export interface WordPlace {
  readonly word: string
  readonly from: number
  readonly to: number
}

/**
 * Where the words of a text are, in their order.
 * @param isUnspaced as for `searchWords`
 */
export function wordPlaces(text: string, isUnspaced?: boolean): WordPlace[] {
  /** Of each UTF-16 unit of the folded text, the part of the text that it was made from. */
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
 * What is folded independently of the rest: a character with the marks after it, which NFKC may compose with it or with each
 * other, as it does with the halfwidth sound marks of Japanese and the letters (jamo) of Korean.
 */
const FOLDED_UNIT = /.[\p{M}\uff9e\uff9f[\p{sc=Hangul}--[\uac00-\ud7a3]]]*/gsv

/** The form in which texts are compared. */
export function folded(text: string): string {
  // SQLite folds these two into the letters that they are variants of, so the same is done everywhere.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u0345', 'ι')
}

/**
 * The parts of a folded text whose letters are words. Scripts without spaces need the dictionary of Intl.Segmenter; a pattern,
 * about 30 times as fast, serves all others.
 */
function partsOf(plain: string, isUnspaced = UNSPACED_SCRIPT.test(plain)) {
  return isUnspaced ? Array.from(segmenter.segment(plain)) : [{ segment: plain, index: 0 }]
}

const indexed = (word: string) => word.slice(0, MAX_WORD_LENGTH)
