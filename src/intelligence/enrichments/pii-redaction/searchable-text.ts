/** What is said in a row, as one text whose places are known to be words. */
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { speechRuns } from '../../text/speech-runs.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { withAsciiDigits } from './ascii-digits.ts'

/** A stretch of a text, in UTF-16 units. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** A word of a spoken text. */
export interface PlacedWord {
  /** Index of its utterance in the transcript. */
  readonly utterance: number
  readonly word: Word
  /** Where it begins in the text, with its own space. */
  readonly at: number
}

/** As in the sentences of `timed-sentences.ts`: what is found in those stands here, too. */
const LONGEST_PAUSE = 5

/** Some utterances in a row, of one speaker in one language. */
export class SpokenText {
  /** All white space is spaces, all figures are ASCII. */
  readonly text: string
  readonly words: readonly PlacedWord[]
  readonly #hasSpaces: boolean
  readonly #folded: string
  /** Only its letters and digits, and where they are. */
  #letters: { readonly text: string; readonly places: readonly number[] } | undefined

  constructor(run: readonly { readonly utterance: Utterance; readonly index: number }[]) {
    const language = run[0]?.utterance.language
    this.#hasSpaces = language === undefined || !isWrittenWithoutSpaces(language)
    const words: PlacedWord[] = []
    let text = ''
    for (const { utterance, index } of run) {
      for (const [place, word] of utterance.words.entries()) {
        const isApart = /^$|\s$/.test(text) || /^\s/.test(word.word)
        if (place === 0 && this.#hasSpaces && !isApart) text += ' '
        words.push({ utterance: index, word, at: text.length })
        text += withAsciiDigits(word.word).replaceAll(/\s/g, ' ')
      }
    }
    this.text = text
    this.words = words
    this.#folded = folded(text)
  }

  /**
   * Where a value stands, between word borders where the language has them.
   * @param isCased whether capitals count
   */
  find(value: string, isCased: boolean): Stretch[] {
    const wanted = withAsciiDigits(value).trim().replaceAll(/\s+/g, ' ')
    const places = isCased ? occurrences(this.text, wanted) : occurrences(this.#folded, folded(wanted))
    if (!this.#hasSpaces) return places
    return places.filter(({ from, to }) => this.#isWhole(from, to))
  }

  /** Where the letters and digits of a value stand in this order, whatever is between them. */
  findLoosely(value: string): Stretch[] {
    this.#letters ??= lettersOf(this.#folded)
    const { text, places } = this.#letters
    return occurrences(text, lettersOf(folded(withAsciiDigits(value))).text).map(({ from, to }) => ({
      from: places[from] ?? 0,
      to: (places[to - 1] ?? 0) + 1,
    }))
  }

  #isWhole(from: number, to: number): boolean {
    const before = this.text.slice(Math.max(0, from - 2), from)
    return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(this.text.slice(to, to + 2))
  }
}

/** All that is said in a transcript. */
export function spokenTexts(utterances: readonly Utterance[]): SpokenText[] {
  const said = utterances
    .map((utterance, index) => ({ utterance, index, ...placeOf(utterance) }))
    .toSorted((a, b) => a.start - b.start)
  return speechRuns(said, LONGEST_PAUSE).map((run) => new SpokenText(run))
}

function placeOf({ start, end, channel, speaker, language }: Utterance) {
  return { start, end, channel, speaker, language }
}

function occurrences(text: string, wanted: string): Stretch[] {
  const found: Stretch[] = []
  if (wanted === '') return found
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length))
    found.push({ from, to: from + wanted.length })
  return found
}

/** In small letters, of the same length, with plain apostrophes. */
function folded(text: string): string {
  const small = text.toLowerCase().replaceAll('’', "'")
  if (small.length === text.length) return small
  return Array.from(text, (sign) => {
    const one = sign.toLowerCase()
    return one.length === sign.length ? one : sign
  })
    .join('')
    .replaceAll('’', "'")
}

function lettersOf(text: string) {
  const places: number[] = []
  for (const { 0: sign, index } of text.matchAll(/[\p{L}\p{M}\p{N}]/gu))
    for (let unit = 0; unit < sign.length; unit++) places.push(index + unit)
  return { text: places.map((place) => text.charAt(place)).join(''), places }
}
