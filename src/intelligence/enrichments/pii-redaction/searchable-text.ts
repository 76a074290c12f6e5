/** The text of several utterances, searchable for values whose positions are mapped to words. */
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { speechRuns } from '../../text/speech-runs.ts'
import type { TextRange } from '../../text/entities/entity-span.ts'

export interface PlacedWord {
  /** Index of its utterance in the transcript. */
  readonly utterance: number
  readonly word: Word
  /** Its offset in the text, including its own white space. */
  readonly offset: number
}

/** The limit of `timed-sentences.ts`: what is found in a sentence must be found here, too. */
const MAX_PAUSE_SECONDS = 5

/** Consecutive utterances of one speaker in one language. */
export class SearchableText {
  /** White space is normalised to spaces, digits to ASCII. */
  readonly text: string
  readonly words: readonly PlacedWord[]
  readonly #hasSpaces: boolean
  readonly #folded: string
  #alphanumerics: { readonly text: string; readonly offsets: readonly number[] } | undefined

  constructor(run: readonly { readonly utterance: Utterance; readonly index: number }[]) {
    const language = run[0]?.utterance.language
    this.#hasSpaces = language === undefined || !isWrittenWithoutSpaces(language)
    const words: PlacedWord[] = []
    let text = ''
    for (const { utterance, index } of run) {
      for (const [position, word] of utterance.words.entries()) {
        const isApart = /^$|\s$/.test(text) || /^\s/.test(word.word)
        if (position === 0 && this.#hasSpaces && !isApart) text += ' '
        words.push({ utterance: index, word, offset: text.length })
        text += withAsciiDigits(word.word).replaceAll(/\s/g, ' ')
      }
    }
    this.text = text
    this.words = words
    this.#folded = foldCase(text)
  }

  /** Finds a value, only as whole words if the language has spaces. */
  find(value: string, isCaseSensitive: boolean): TextRange[] {
    const wanted = withAsciiDigits(value).trim().replaceAll(/\s+/g, ' ')
    const ranges = isCaseSensitive
      ? occurrences(this.text, wanted)
      : occurrences(this.#folded, foldCase(wanted))
    if (!this.#hasSpaces) return ranges
    return ranges.filter(({ from, to }) => this.#isWholeWords(from, to))
  }

  /** Finds the letters and digits of a value in their order, whatever other characters are between them. */
  findLoosely(value: string): TextRange[] {
    this.#alphanumerics ??= alphanumericsOf(this.#folded)
    const { text, offsets } = this.#alphanumerics
    const wanted = alphanumericsOf(foldCase(withAsciiDigits(value))).text
    return occurrences(text, wanted).map(({ from, to }) => ({
      from: offsets[from] ?? 0,
      to: (offsets[to - 1] ?? 0) + 1,
    }))
  }

  #isWholeWords(from: number, to: number): boolean {
    const before = this.text.slice(Math.max(0, from - 2), from)
    return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(this.text.slice(to, to + 2))
  }
}

/** The texts of a transcript, one per run of utterances. */
export function searchableTexts(utterances: readonly Utterance[]): SearchableText[] {
  const ordered = utterances
    .map((utterance, index) => {
      const { start, end, channel, speaker, language } = utterance
      return { utterance, index, start, end, channel, speaker, language }
    })
    .toSorted((a, b) => a.start - b.start)
  return speechRuns(ordered, MAX_PAUSE_SECONDS).map((run) => new SearchableText(run))
}

function occurrences(text: string, wanted: string): TextRange[] {
  const found: TextRange[] = []
  if (wanted === '') return found
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length))
    found.push({ from, to: from + wanted.length })
  return found
}

/** In lower case with straight apostrophes, at the same length. */
function foldCase(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'")
  if (lower.length === text.length) return lower
  // Some characters, such as "İ", have a longer lower case: those stay.
  return Array.from(text, (character) => {
    const folded = character.toLowerCase()
    return folded.length === character.length ? folded : character
  })
    .join('')
    .replaceAll('’', "'")
}

/** The letters, marks and digits of a text, with their offsets in it. */
function alphanumericsOf(text: string) {
  const offsets: number[] = []
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{M}\p{N}]/gu))
    for (let unit = 0; unit < character.length; unit++) offsets.push(index + unit)
  return { text: offsets.map((offset) => text.charAt(offset)).join(''), offsets }
}

/** A text with the decimal digits of all scripts replaced by 0 to 9; its length stays the same. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Digits outside the basic plane are mostly mathematical ornaments, and ASCII ones would be shorter.
    if (digit.length > 1) return digit
    // Unicode encodes the ten digits of a script in sequence.
    const code = digit.charCodeAt(0)
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--
    return String(code - zero)
  })
}
