/** Divides a transcript into paragraphs: several utterances of one speaker, for reading. The console uses this, too. */
import type { LanguageCode } from '../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'

/** The fields of an utterance that this needs. */
interface Part {
  readonly start: number
  readonly end: number
  readonly channel: number
  readonly speaker?: number | undefined
  readonly language: string
  readonly text: string
}

/** Consecutive utterances: the indices of the first and of the last. */
export type ParagraphSpan = readonly [first: number, last: number]

/** Length of a paragraph of several utterances: about six sentences. Characters of scripts without spaces weigh more. */
const MAX_CHARACTERS = 800
const MIN_CHARACTERS = 400
const UNSPACED_WEIGHT = 3

/** A pause after a sentence begins a paragraph if it has this many seconds, and is this many times the mean pause so far. */
const LONG_PAUSE = 1.5
const LONG_SHARE = 3

/** Seconds of a pause that always begins a paragraph. */
const SILENCE = 5

/** The initial mean pause between utterances, and the number of pauses that it counts as. */
const USUAL = { seconds: 0.5, count: 5 }

/** How many characters before and after a place are compared. */
const CONTEXT = 400

/** Length of the n-grams that are compared: inflected forms of a word share most of theirs. */
const NGRAM = { spaced: 4, unspaced: 2 }

/** A complete change of words weighs as much as a pause of this many seconds. */
const TOPIC_SECONDS = 2

/** The end of a sentence, with what may follow it. */
export const SENTENCE_END = /[.?!…。？！؟।][\p{Pe}\p{Pf}"']*\s*$/u

/**
 * Groups utterances into paragraphs. A paragraph ends when the speaker or the channel changes, and at a pause after a
 * sentence that is long for the recording. One that is too long is divided where the pause is long and the words change. A
 * paragraph does not depend on what is said long after it.
 * @param parts the utterances of all channels, ordered by start
 */
export function paragraphSpans(parts: readonly Part[]): ParagraphSpan[] {
  const growing = new GrowingParagraphs()
  return [...growing.add(parts), ...growing.end()]
}

/** The same for utterances that arrive one after the other. */
export class GrowingParagraphs {
  readonly #parts: Part[] = []
  readonly #sizes: number[] = []
  /** The pauses between the utterances so far. */
  #pauses = { seconds: USUAL.seconds * USUAL.count, count: USUAL.count }
  /** Indices of the utterances that must begin a paragraph, ascending, and how many of them already have. */
  readonly #breaks: number[] = []
  #begun = 0
  /** Where the next paragraph starts. */
  #first = 0

  /** @returns the next paragraphs that are complete, whatever follows */
  add(parts: readonly Part[]): ParagraphSpan[] {
    for (const part of parts) {
      if (this.#isBreak(part)) this.#breaks.push(this.#parts.length)
      this.#parts.push(part)
      this.#sizes.push(sizeOf(part))
    }
    return this.#next(false)
  }

  /** Ends the transcript. @returns the remaining paragraphs */
  end(): ParagraphSpan[] {
    return this.#next(true)
  }

  #next(isComplete: boolean): ParagraphSpan[] {
    const spans: ParagraphSpan[] = []
    const { length } = this.#parts
    while (this.#first < length) {
      const end = this.#breaks[this.#begun] ?? length
      const { next, until } = nextStart(this.#parts, this.#sizes, this.#first, end)
      if (!isComplete && until === length) break
      spans.push([this.#first, next - 1])
      if (next === end) this.#begun += 1
      this.#first = next
    }
    return spans
  }

  /** Whether the next utterance must begin a paragraph. */
  #isBreak(part: Part): boolean {
    const before = this.#parts.at(-1)
    if (before === undefined) return false
    if (before.channel !== part.channel || before.speaker !== part.speaker) return true
    const { seconds, count } = this.#pauses
    const pause = Math.max(0, part.start - before.end)
    const long = Math.max(LONG_PAUSE, (LONG_SHARE * seconds) / count)
    this.#pauses = { seconds: seconds + Math.min(pause, SILENCE), count: count + 1 }
    return pause >= SILENCE || (pause >= long && SENTENCE_END.test(before.text))
  }
}

/**
 * @returns `next`: where the paragraph after the one at `first` begins, at the latest at `end`; `until`: the end of the
 * utterances on which that depends
 */
function nextStart(
  parts: readonly Part[],
  sizes: readonly number[],
  first: number,
  end: number,
): { next: number; until: number } {
  let last = first + 1
  let size = sizes[first]!
  for (; last < end && size + sizes[last]! <= MAX_CHARACTERS; last += 1) size += sizes[last]!
  if (last === end) return { next: end, until: end }
  const until = reach(sizes, last, 1, end)
  const large = Array.from({ length: last - first }, (_, i) => first + 1 + i).filter(
    (i) => totalOf(sizes.slice(first, i)) >= MIN_CHARACTERS,
  )
  const afterSentences = large.filter((i) => SENTENCE_END.test(parts[i - 1]!.text))
  const possible = afterSentences.length > 0 ? afterSentences : large
  const bags = bagsOf(parts.slice(first, until))
  const fits = possible.map((i) => {
    const before = bags.slice(Math.max(0, reach(sizes, i - 1, -1, first - 1) + 1 - first), i - first)
    const after = bags.slice(i - first, reach(sizes, i, 1, until) - first)
    return parts[i]!.start - parts[i - 1]!.end - TOPIC_SECONDS * likeness(before, after)
  })
  return { next: possible[fits.indexOf(Math.max(...fits))] ?? last, until }
}

const totalOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The first index, in a direction, that is more than `CONTEXT` characters away. */
function reach(sizes: readonly number[], from: number, by: 1 | -1, end: number): number {
  let at = from
  for (let size = 0; at !== end && size < CONTEXT; at += by) size += sizes[at]!
  return at
}

function sizeOf({ text, language }: Part): number {
  return text.length * (isUnspaced(language) ? UNSPACED_WEIGHT : 1)
}

const isUnspaced = (language: string) => isWrittenWithoutSpaces(language as LanguageCode)

type Bag = ReadonlyMap<string, number>

/** The n-grams of each part, weighted by how rare they are among the parts. */
function bagsOf(parts: readonly Part[]): Bag[] {
  const grams = parts.map(({ text, language }) => {
    const length = isUnspaced(language) ? NGRAM.unspaced : NGRAM.spaced
    const found = new Set<string>()
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
      for (let i = 0; i + length <= word.length; i += 1) found.add(word.slice(i, i + length))
    return found
  })
  const counts = new Map<string, number>()
  for (const found of grams) for (const gram of found) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return grams.map(
    (found) => new Map([...found].map((gram) => [gram, Math.log(parts.length / counts.get(gram)!)])),
  )
}

/** The similarity of two passages, 0–1. */
function likeness(a: readonly Bag[], b: readonly Bag[]): number {
  const [left, right] = [sumOf(a), sumOf(b)]
  let product = 0
  for (const [gram, weight] of left) product += weight * (right.get(gram) ?? 0)
  return product / (Math.sqrt(square(left) * square(right)) || 1)
}

function sumOf(bags: readonly Bag[]): Bag {
  const sum = new Map<string, number>()
  for (const bag of bags) for (const [gram, weight] of bag) sum.set(gram, (sum.get(gram) ?? 0) + weight)
  return sum
}

const square = (bag: Bag): number => [...bag.values()].reduce((sum, weight) => sum + weight * weight, 0)
