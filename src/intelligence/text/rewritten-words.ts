/** Replaces words of an utterance and keeps their times. */
import type { Utterance, Word } from '../../contract/transcript.ts'
import { spacedWords } from './split-words.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** A replacement of consecutive words. */
export interface Rewriting {
  /** Index of the first word, and of the one after the last. */
  readonly from: number
  readonly to: number
  /** Kept from the start of the first word: its space and punctuation. */
  readonly before: string
  /** Replaces the rest; words are separated by spaces. */
  readonly text: string
  /** Kept from the end of the last word. */
  readonly after: string
}

/**
 * The utterance with the rewritings applied; the same object if there are none. New words take over the times of the old
 * ones if they are as many, otherwise they share the time by their lengths.
 * @param rewritings in order, not overlapping
 */
export function withRewritings(utterance: Utterance, rewritings: readonly Rewriting[]): Utterance {
  if (rewritings.length === 0) return utterance
  const parts: Word[][] = []
  let at = 0
  for (const rewriting of rewritings) {
    parts.push(utterance.words.slice(at, rewriting.from), newWords(utterance.words, rewriting))
    at = rewriting.to
  }
  parts.push(utterance.words.slice(at))
  return withWords(utterance, parts.flat())
}

/** The utterance with other words and the text that they form. */
export function withWords(utterance: Utterance, words: Word[]): Utterance {
  const text = words
    .map(({ word }) => word)
    .join('')
    .trim()
  // In live sessions, a text begins with the space of its first word.
  const space = /^\s*/.exec(utterance.text)?.[0] ?? ''
  return { ...utterance, words, text: space + text }
}

function newWords(words: readonly Word[], { from, to, before, text, after }: Rewriting): Word[] {
  const run = words.slice(from, to)
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return []
  const newTexts = spacedWords(text)
  const isWordByWord = newTexts.length === run.length
  const times = isWordByWord ? run : spreadOverTime(newTexts, first.start, last.end)
  const lowest = run.reduce((least, { confidence }) => Math.min(least, confidence), 1)
  return newTexts.map((newText, index) => ({
    word: (index === 0 ? before : '') + newText + (index === newTexts.length - 1 ? after : ''),
    start: times[index]?.start ?? first.start,
    // Avoids a rounding error.
    end: index === newTexts.length - 1 ? last.end : (times[index]?.end ?? last.end),
    confidence: isWordByWord ? (run[index]?.confidence ?? lowest) : lowest,
  }))
}
