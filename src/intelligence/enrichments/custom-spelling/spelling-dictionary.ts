/** Finds phrases in a text and replaces them by their spellings. */
import type { CustomSpellingConfig } from '../../../contract/features/custom-spelling.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { UNSPACED_SCRIPT } from '../../../contract/unspaced-scripts.ts'
import type { Rewriting } from '../../text/rewritten-words.ts'
import { characterBefore } from '../../text/word-parts.ts'
import { PhraseIndex, SEPARATOR } from './phrase-index.ts'

export type SpellingConfig = CustomSpellingConfig

const SEPARATORS = new RegExp(`${SEPARATOR}+`, 'gu')

/** A range of a text, in UTF-16 units, and its replacement. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Something to look for in a text. */
interface Phrase {
  /** Where it ends in a text if it begins at `start`, whatever the word boundaries; undefined if it does not. */
  readonly endIn: (text: string, start: number) => number | undefined
  readonly spelling: string
  readonly length: number
  /** Among those of the same length. */
  readonly order: number
}

/** Applies one dictionary. Of several phrases that begin at the same position, the longest is used. */
export class SpellingDictionary {
  readonly #spaced = new PhraseIndex<Phrase>(' ')
  /** Phrases in scripts without spaces, whose separators are optional. */
  readonly #unspaced = new PhraseIndex<Phrase>('')
  #size = 0

  /** Blank spellings and phrases are ignored; of several spellings for a phrase the first is used. */
  constructor({ spelling_dictionary: dictionary }: SpellingConfig) {
    const spellings = Object.entries(dictionary).flatMap(([key, phrases]) => {
      const spelling = key.trim()
      return spelling === '' ? [] : phrases.map((phrase) => ({ phrase, spelling }))
    })
    const known = new Set<string>()
    for (const { phrase, spelling } of spellings) {
      const canonical = canonicalOf(phrase)
      if (canonical === '' || known.has(canonical)) continue
      known.add(canonical)
      const index = UNSPACED_SCRIPT.test(canonical) ? this.#unspaced : this.#spaced
      this.#add(index, formsOf(canonical), endOfMatch(patternOf(canonical)), spelling)
    }
    // A spelling in the text is kept, even if it contains another phrase.
    for (const spelling of new Set(spellings.map((one) => one.spelling))) {
      const endIn = (text: string, start: number) =>
        text.startsWith(spelling, start) ? start + spelling.length : undefined
      this.#add(this.#spaced, [spelling], endIn, spelling)
    }
  }

  #add(
    index: PhraseIndex<Phrase>,
    forms: readonly [string, ...string[]],
    endIn: Phrase['endIn'],
    spelling: string,
  ): void {
    index.add(forms, { endIn, spelling, length: forms[0].length, order: this.#size++ })
  }

  /** A text with all phrases replaced. */
  spelled(text: string): string {
    let written = ''
    let at = 0
    for (const replacement of this.#replacements(text)) {
      written += text.slice(at, replacement.start) + replacement.text
      at = replacement.end
    }
    return written + text.slice(at)
  }

  /** The replacements in the words of an utterance, in order. */
  rewritings({ words }: Utterance): Rewriting[] {
    const text = words.map(({ word }) => word).join('')
    const starts: number[] = []
    let length = 0
    for (const { word } of words) {
      starts.push(length)
      length += word.length
    }
    const rewritings: Rewriting[] = []
    let endOfLast = 0
    let last = 0
    for (const replacement of this.#replacements(text)) {
      while ((starts[last + 1] ?? Infinity) <= replacement.start) last++
      const from = last
      while ((starts[last + 1] ?? Infinity) < replacement.end) last++
      const own = {
        from,
        to: last + 1,
        before: text.slice(starts[from], replacement.start),
        text: replacement.text,
        after: text.slice(replacement.end, starts[last + 1] ?? text.length),
      }
      const previous = rewritings.at(-1)
      // Two replacements in one word, as in languages without spaces.
      if (previous && own.from < previous.to) {
        const between = text.slice(endOfLast, replacement.start)
        rewritings[rewritings.length - 1] = {
          ...previous,
          to: own.to,
          text: previous.text + between + own.text,
          after: own.after,
        }
      } else rewritings.push(own)
      endOfLast = replacement.end
    }
    return rewritings
  }

  #replacements(text: string): Replacement[] {
    const replacements: Replacement[] = []
    const spaced = this.#spaced.lookUp(text)
    const unspaced = this.#unspaced.lookUp(text)
    for (let at = 0; at < text.length; at++) {
      if (!isBoundaryBefore(text, at, characterAt(text, at))) continue
      const end = longestAt(text, at, [...spaced(at), ...unspaced(at)])
      if (!end) continue
      const { spelling } = end
      if (text.slice(at, end.at) !== spelling) replacements.push({ start: at, end: end.at, text: spelling })
      at = end.at - 1
    }
    return replacements
  }
}

/** The end and the spelling of the longest phrase that begins at a position. */
function longestAt(
  text: string,
  start: number,
  candidates: Phrase[],
): { at: number; spelling: string } | undefined {
  candidates.sort((a, b) => b.length - a.length || a.order - b.order)
  for (const { endIn, spelling } of candidates) {
    const at = endIn(text, start)
    if (at === undefined) continue
    if (isBoundaryAfter(text, at, characterBefore(text, at))) return { at, spelling }
  }
  return undefined
}

const canonicalOf = (phrase: string) =>
  phrase.normalize('NFC').toLowerCase().replaceAll(SEPARATORS, ' ').trim()

/** How a text may have a phrase in its canonical form: with letters composed or decomposed. */
const formsOf = (phrase: string): [string, string] => [phrase, phrase.normalize('NFD')]

const IN_WORD = /[\p{L}\p{N}\p{M}]/u
const APOSTROPHE = /['’]/u

function endOfMatch(pattern: RegExp): Phrase['endIn'] {
  return (text, start) => {
    pattern.lastIndex = start
    return pattern.test(text) ? pattern.lastIndex : undefined
  }
}

/**
 * Sticky: matches at its `lastIndex` only.
 * @param phrase in its canonical form
 */
function patternOf(phrase: string): RegExp {
  // In a script without spaces, those of the phrase are optional.
  const between = UNSPACED_SCRIPT.test(phrase) ? `${SEPARATOR}*` : `${SEPARATOR}+`
  const written = Array.from(new Set(formsOf(phrase)), (form) =>
    form
      .split(' ')
      .map((word) => RegExp.escape(word))
      .join(between),
  )
  return new RegExp(`(?:${written.join('|')})`, 'iuy')
}

/** Whether a phrase that begins at a position is not part of a longer word. */
function isBoundaryBefore(text: string, start: number, first: string): boolean {
  // A phrase in a script without spaces may begin and end anywhere.
  if (UNSPACED_SCRIPT.test(first)) return true
  const before = characterBefore(text, start)
  if (!IN_WORD.test(first)) return !/\S/u.test(before)
  if (APOSTROPHE.test(before)) return !IN_WORD.test(characterBefore(text, start - 1))
  return !IN_WORD.test(before) || UNSPACED_SCRIPT.test(before)
}

function isBoundaryAfter(text: string, end: number, last: string): boolean {
  if (UNSPACED_SCRIPT.test(last)) return true
  const next = characterAt(text, end)
  // "Ann's" is "Ann" with a genitive; "don't" is not "don".
  if (APOSTROPHE.test(next) && IN_WORD.test(last))
    return (
      !IN_WORD.test(characterAt(text, end + 1)) || /^.s(?![\p{L}\p{N}\p{M}])/u.test(text.slice(end, end + 3))
    )
  return !IN_WORD.test(next) || UNSPACED_SCRIPT.test(next)
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''
}
