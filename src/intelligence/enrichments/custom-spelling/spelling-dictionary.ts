/** Finds phrases in a text and replaces them by their spellings. */
import type { CustomSpellingConfig } from '../../../contract/features/custom-spelling.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { UNSPACED_SCRIPT } from '../../../contract/unspaced-scripts.ts'
import type { Rewriting } from '../../text/rewritten-words.ts'
import { characterBefore } from '../../text/word-parts.ts'

export type SpellingConfig = CustomSpellingConfig

/** Separates the words of a phrase: recognisers place hyphens and commas inconsistently. */
const SEPARATOR = String.raw`[\s\p{Pd},]+`
const SEPARATORS = new RegExp(SEPARATOR, 'gu')

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
}

/** Applies one dictionary. Of several phrases that begin at the same position, the longest is used. */
export class SpellingDictionary {
  /** By first letter in lower case, the longest first. */
  readonly #phrases = new Map<string, Phrase[]>()

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
      this.#add(canonical, endOfMatch(patternOf(canonical)), spelling)
    }
    // A spelling in the text is kept, even if it contains another phrase.
    for (const spelling of new Set(spellings.map((one) => one.spelling)))
      this.#add(
        spelling,
        (text, start) => (text.startsWith(spelling, start) ? start + spelling.length : undefined),
        spelling,
      )
    for (const phrases of this.#phrases.values()) phrases.sort((a, b) => b.length - a.length)
  }

  #add(phrase: string, endIn: Phrase['endIn'], spelling: string): void {
    const first = initialOf(phrase, 0)
    const known = this.#phrases.get(first) ?? []
    known.push({ endIn, spelling, length: phrase.length })
    this.#phrases.set(first, known)
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
    for (let at = 0; at < text.length; at++) {
      const end = this.#longestAt(text, at)
      if (!end) continue
      const { spelling } = end
      if (text.slice(at, end.at) !== spelling) replacements.push({ start: at, end: end.at, text: spelling })
      at = end.at - 1
    }
    return replacements
  }

  #longestAt(text: string, start: number): { at: number; spelling: string } | undefined {
    if (!isBoundaryBefore(text, start, characterAt(text, start))) return undefined
    for (const { endIn, spelling } of this.#phrases.get(initialOf(text, start)) ?? []) {
      const at = endIn(text, start)
      if (at === undefined) continue
      if (isBoundaryAfter(text, at, characterBefore(text, at))) return { at, spelling }
    }
    return undefined
  }
}

const canonicalOf = (phrase: string) =>
  phrase.normalize('NFC').toLowerCase().replaceAll(SEPARATORS, ' ').trim()

/** The letter at a position in the form by which phrases are indexed: in lower case without marks. */
function initialOf(text: string, at: number): string {
  const [letter = ''] = String.fromCodePoint(text.codePointAt(at) ?? 0).normalize('NFD')
  return letter.toLowerCase()
}

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
  const between = UNSPACED_SCRIPT.test(phrase) ? `(?:${SEPARATOR})?` : SEPARATOR
  // A letter may be composed or decomposed.
  const forms = new Set([phrase, phrase.normalize('NFD')])
  const written = [...forms].map((form) =>
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
