import type { Utterance, Word } from '../contract/transcript.ts'
import { splitWords } from './split-words.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** The words of an utterance. If it has none, the words of its text, with times in proportion to their lengths. */
export function timedWords({ words, text, start, end, confidence, language }: Utterance): Word[] {
  if (words.length > 0) return words
  return spreadOverTime(splitWords(text, language), start, end).map(({ text: word, ...times }) => ({
    word,
    ...times,
    confidence,
  }))
}
