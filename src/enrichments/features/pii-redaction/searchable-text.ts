/** The text of consecutive utterances, to search for values that may continue from one utterance to the next. */
import type { Utterance } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { perObject } from '../../../text/memoise.ts'
import { spansOf, type TextRange } from '../../entities/entity-span.ts'
import { sentenceRuns } from '../../../text/timed-sentences.ts'
import { IN_WORD } from '../../../text/word-parts.ts'

/** The words of consecutive utterances of one speaker in one language. */
export interface SearchableText {
  /** White space is normalised to spaces, and digits to ASCII. */
  readonly text: string
  /** The utterances, and the offset in `text` of the first word of each. */
  readonly parts: readonly { readonly utterance: Utterance; readonly offset: number }[]
}

/**
 * The texts of a transcript, one per run of utterances.
 * @param utterances with words
 */
export function searchableTexts(utterances: readonly Utterance[]): SearchableText[] {
  // Uses the same runs as for sentences, because what is found in a sentence must also be found here.
  return sentenceRuns(utterances).map((run) => {
    let text = ''
    const parts = run.map((utterance) => {
      const words = utterance.words.map(({ word }) => word).join('')
      if (!isWrittenWithoutSpaces(utterance.language) && /\S$/.test(text) && /^\S/.test(words)) text += ' '
      const offset = text.length
      text += withAsciiDigits(words).replaceAll(/\s/g, ' ')
      return { utterance, offset }
    })
    return { text, parts }
  })
}

/** Finds a value in a text. */
type Search = (text: SearchableText) => TextRange[]

/** Finds a value as whole words; in scripts without spaces, anywhere. */
export function asWords(value: string, isCaseSensitive: boolean): Search {
  const words = withAsciiDigits(value).trim().split(/\s+/)
  const source = words.map((word) => RegExp.escape(word).replaceAll(/’|\\x27/g, "['’]")).join(' +')
  return wholeWords(new RegExp(source, isCaseSensitive ? 'gu' : 'giu'))
}

/** Finds the letters and digits of a value in order, whatever other characters are between them. */
export function loosely(value: string): Search {
  const wanted = new RegExp(withAsciiDigits(value).replaceAll(NOT_ALPHANUMERIC, '') || '(?!)', 'giu')
  return (searched) => {
    const { text, offsets } = alphanumericsOf(searched)
    return spansOf(text, wanted, '').map(({ from, to }) => ({
      from: offsets[from]!,
      to: offsets[to - 1]! + 1,
    }))
  }
}

const NOT_ALPHANUMERIC = /[^\p{L}\p{M}\p{N}]/gu

/** The letters, marks and digits of a text, with their offsets in it. */
const alphanumericsOf = perObject(({ text }: SearchableText) => {
  const units = text.split('')
  for (const { from, to } of spansOf(text, NOT_ALPHANUMERIC, '')) units.fill('', from, to)
  return { text: units.join(''), offsets: units.flatMap((unit, offset) => (unit === '' ? [] : [offset])) }
})

const [BEGINS, ENDS] = [new RegExp(`(?<!${IN_WORD})`, 'uy'), new RegExp(`(?!${IN_WORD})`, 'uy')]

function wholeWords(pattern: RegExp): Search {
  return ({ text }) => {
    // Most texts do not contain a value, which `search` determines much faster than `matchAll`.
    if (text.search(pattern) < 0) return []
    return spansOf(text, pattern, '').filter(({ from, to }) => {
      BEGINS.lastIndex = from
      ENDS.lastIndex = to
      return BEGINS.test(text) && ENDS.test(text)
    })
  }
}

/** A text with the decimal digits of all scripts replaced by 0 to 9; its length stays the same. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Digits outside the basic plane are mostly mathematical ornaments, and ASCII digits would be shorter.
    if (digit.length > 1) return digit
    // Unicode encodes the ten digits of a script in sequence.
    const code = digit.charCodeAt(0)
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--
    return String(code - zero)
  })
}
