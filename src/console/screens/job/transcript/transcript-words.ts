/** The words of a transcript, as places in its text. */
import type { Utterance, Word } from '../../../../contract/transcript.ts'

/** Words with a lower confidence are marked. */
const DOUBTFUL = 0.5

/** An utterance and its words. Shared ones have no confidence. */
export type Spoken = Pick<Utterance, 'start' | 'end' | 'text'> & {
  readonly words: readonly (Omit<Word, 'confidence'> & Partial<Word>)[]
}

export interface PlacedWord {
  /** Index of its utterance. */
  readonly utterance: number
  /** Its position in the text of the utterance, in UTF-16 units. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  readonly isDoubtful: boolean
}

/** The text of an utterance: of its words, if it has any. */
export function textOf({ words, text }: Spoken): string {
  return words.length === 0
    ? text
    : words
        .map(({ word }) => word)
        .join('')
        .trim()
}

/** All words, in the order of their start. */
export function placeWords(utterances: readonly Spoken[]): readonly PlacedWord[] {
  const placed = utterances.flatMap(({ words }, utterance) => {
    const whole = words.map(({ word }) => word).join('')
    // The space before the first word is not in the text.
    let at = whole.trimStart().length - whole.length
    return words.map(({ word, start, end, confidence = 1 }): PlacedWord => {
      const from = Math.max(0, at + word.length - word.trimStart().length)
      at += word.length
      return { utterance, from, to: at, start, end, isDoubtful: confidence < DOUBTFUL }
    })
  })
  return placed.toSorted((a, b) => a.start - b.start)
}

/** Index of the last word that starts at or before a time, or -1. */
export function wordIndexAt(words: readonly PlacedWord[], seconds: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? Infinity) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Divides an utterance at a position in its text, in UTF-16 units.
 * @param text possibly edited; the words are assumed to be where they were, in proportion to its length
 */
export function divided(utterance: Utterance, text: string, at: number) {
  const { start, end } = utterance
  const words = placeWords([utterance])
  const place = (at / Math.max(1, text.length)) * textOf(utterance).length
  const second = words.findIndex(({ from, to }) => (from + to) / 2 >= place)
  const middle = start + ((end - start) * at) / Math.max(1, text.length)
  return [
    { start, end: words[second - 1]?.end ?? middle, text: text.slice(0, at) },
    { start: (second > 0 ? words[second]?.start : undefined) ?? middle, end, text: text.slice(at) },
  ]
}
