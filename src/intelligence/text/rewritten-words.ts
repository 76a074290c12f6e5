/** Words of an utterance written in another way, at the times they were said. */
import type { Utterance, Word } from '../../contract/transcript.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** What some words in a row are to be written as. */
export interface Rewriting {
  /** Index of the first word, and of the one behind the last. */
  readonly from: number
  readonly to: number
  /** What is kept of the first word, from its beginning: its space and its punctuation. */
  readonly before: string
  /** What stands for the rest; words are parted by spaces. */
  readonly text: string
  /** What is kept of the last word, to its end. */
  readonly after: string
}

/**
 * The utterance with the rewritings made; itself if there are none. The new words share the time of the old ones by
 * their lengths, or word by word if they are as many.
 * @param rewritings in their order, not overlapping
 */
export function withRewritings(utterance: Utterance, rewritings: readonly Rewriting[]): Utterance {
  if (rewritings.length === 0) return utterance
  const words: Word[] = []
  let at = 0
  for (const rewriting of rewritings) {
    words.push(...utterance.words.slice(at, rewriting.from), ...newWords(utterance.words, rewriting))
    at = rewriting.to
  }
  words.push(...utterance.words.slice(at))
  return withWords(utterance, words)
}

/** The utterance with other words, and the text that they make. */
export function withWords(utterance: Utterance, words: Word[]): Utterance {
  const text = words
    .map(({ word }) => word)
    .join('')
    .trim()
  // In live sessions a text begins with the space of its first word.
  const space = /^\s*/.exec(utterance.text)?.[0] ?? ''
  return { ...utterance, words, text: space + text }
}

function newWords(words: readonly Word[], { from, to, before, text, after }: Rewriting): Word[] {
  const run = words.slice(from, to)
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return []
  const pieces = text.match(/\s*\S+/gu) ?? ['']
  const isWordByWord = pieces.length === run.length
  const times = isWordByWord ? run : spreadOverTime(pieces, first.start, last.end)
  const least = Math.min(...run.map(({ confidence }) => confidence))
  return pieces.map((piece, index) => ({
    word: (index === 0 ? before : '') + piece + (index === pieces.length - 1 ? after : ''),
    start: times[index]?.start ?? first.start,
    // Shares of a time may miss its end by a rounding error.
    end: index === pieces.length - 1 ? last.end : (times[index]?.end ?? last.end),
    confidence: isWordByWord ? (run[index]?.confidence ?? least) : least,
  }))
}
