/** Words and phrases that are to be written in a given way, wherever they stand. */
import type { CustomSpellingConfig } from '../../../contract/features/custom-spelling.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { UNSPACED_SCRIPT } from '../../../contract/unspaced-scripts.ts'
import type { Rewriting } from '../../text/rewritten-words.ts'

export type SpellingConfig = CustomSpellingConfig

/** What parts the words of a phrase: recognisers set hyphens and commas as they like. */
const BETWEEN = String.raw`[\s\p{Pd},]+`
const PARTED = new RegExp(BETWEEN, 'gu')

/** A place of a text, in UTF-16 units, and what stands there instead. */
interface Place {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Something to look for in a text. */
interface Phrase {
  /** Sticky: finds the phrase at its `lastIndex` only. Whether that is a word's border it does not look at. */
  readonly pattern: RegExp
  /** What it is to be written as. */
  readonly spelling: string
  readonly length: number
}

/** For one dictionary. Where several phrases begin at the same place, the longest counts. */
export class SpellingDictionary {
  /** By their first letter in lower case, the longest first. */
  readonly #phrases = new Map<string, Phrase[]>()

  /** Blank spellings and phrases are ignored; of a phrase with two spellings the first counts. */
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
      this.#add(canonical, patternOf(canonical, 'iuy'), spelling)
    }
    // What is written as wanted is left alone, also where another phrase is a part of it.
    for (const spelling of new Set(spellings.map((one) => one.spelling)))
      this.#add(spelling, new RegExp(RegExp.escape(spelling), 'uy'), spelling)
    for (const phrases of this.#phrases.values()) phrases.sort((a, b) => b.length - a.length)
  }

  #add(phrase: string, pattern: RegExp, spelling: string): void {
    const first = initialOf(phrase, 0)
    const others = this.#phrases.get(first) ?? []
    this.#phrases.set(first, [...others, { pattern, spelling, length: phrase.length }])
  }

  /** A text with everything in it spelled as wanted. */
  spelled(text: string): string {
    let written = ''
    let at = 0
    for (const place of this.#places(text)) {
      written += text.slice(at, place.start) + place.text
      at = place.end
    }
    return written + text.slice(at)
  }

  /** What is to be written otherwise in the words of an utterance, in order. */
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
    for (const place of this.#places(text)) {
      const from = starts.findLastIndex((start) => start <= place.start)
      const last = starts.findLastIndex((start) => start < place.end)
      const own = {
        from,
        to: last + 1,
        before: text.slice(starts[from], place.start),
        text: place.text,
        after: text.slice(place.end, starts[last + 1] ?? text.length),
      }
      const previous = rewritings.at(-1)
      // Two places in one word, as where there are no spaces.
      if (previous && own.from < previous.to) {
        const between = text.slice(endOfLast, place.start)
        rewritings[rewritings.length - 1] = {
          ...previous,
          to: own.to,
          text: previous.text + between + own.text,
          after: own.after,
        }
      } else rewritings.push(own)
      endOfLast = place.end
    }
    return rewritings
  }

  #places(text: string): Place[] {
    const places: Place[] = []
    for (let at = 0; at < text.length; at++) {
      const end = this.#longestAt(text, at)
      if (!end) continue
      const { spelling } = end
      if (text.slice(at, end.at) !== spelling) places.push({ start: at, end: end.at, text: spelling })
      at = end.at - 1
    }
    return places
  }

  #longestAt(text: string, start: number): { at: number; spelling: string } | undefined {
    for (const { pattern, spelling } of this.#phrases.get(initialOf(text, start)) ?? []) {
      pattern.lastIndex = start
      if (!pattern.test(text)) continue
      const at = pattern.lastIndex
      if (isBorder(text, start, at)) return { at, spelling }
    }
    return undefined
  }
}

const canonicalOf = (phrase: string) => phrase.normalize('NFC').toLowerCase().replaceAll(PARTED, ' ').trim()

/** The letter at a place, in the form by which phrases are kept: without its case and its marks. */
function initialOf(text: string, at: number): string {
  const [letter = ''] = String.fromCodePoint(text.codePointAt(at) ?? 0).normalize('NFD')
  return letter.toLowerCase()
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u
const APOSTROPHE = /['’]/u

/** @param phrase in its canonical form */
function patternOf(phrase: string, flags: string): RegExp {
  // Where there are no spaces, those of a phrase need not be in the text.
  const between = UNSPACED_SCRIPT.test(phrase) ? `(?:${BETWEEN})?` : BETWEEN
  // The same letter may come as one character or as two.
  const forms = new Set([phrase, phrase.normalize('NFD')])
  const written = [...forms].map((form) =>
    form
      .split(' ')
      .map((word) => RegExp.escape(word))
      .join(between),
  )
  return new RegExp(`(?:${written.join('|')})`, flags)
}

/** Whether something between two places of a text stands by itself, and is no part of a longer word. */
function isBorder(text: string, start: number, end: number): boolean {
  return (
    isBorderBefore(text, start, characterAt(text, start)) &&
    isBorderBehind(text, end, characterBefore(text, end))
  )
}

function isBorderBefore(text: string, start: number, first: string): boolean {
  // A phrase in a script without spaces may begin and end anywhere.
  if (UNSPACED_SCRIPT.test(first)) return true
  const before = characterBefore(text, start)
  if (!IN_WORD.test(first)) return !/\S/u.test(before)
  if (APOSTROPHE.test(before)) return !IN_WORD.test(characterBefore(text, start - 1))
  return !IN_WORD.test(before) || UNSPACED_SCRIPT.test(before)
}

function isBorderBehind(text: string, end: number, last: string): boolean {
  if (UNSPACED_SCRIPT.test(last)) return true
  const next = characterAt(text, end)
  // "Ann's" is "Ann" with something behind it, "don't" is not "don".
  if (APOSTROPHE.test(next) && IN_WORD.test(last))
    return (
      !IN_WORD.test(characterAt(text, end + 1)) || /^.s(?![\p{L}\p{N}\p{M}])/u.test(text.slice(end, end + 3))
    )
  return !IN_WORD.test(next) || UNSPACED_SCRIPT.test(next)
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const isPair = /[\uDC00-\uDFFF]/.test(text[at - 1] ?? '') && at > 1
  return text.slice(at - (isPair ? 2 : 1), at)
}
