/** Utterances for tests. */
import type { Utterance } from '../../contract/transcript.ts'
import { wordPieces } from '../text/word-pieces.ts'

/**
 * An utterance of these words, one a second of 0.8 s each, all heard for certain.
 * @param more what is otherwise; its start moves the words
 */
export function saying(text: string, more: Partial<Utterance> = {}): Utterance {
  const { start = 0, language = 'en' } = more
  const words = wordPieces(text, language).map((word, index) => ({
    word,
    start: start + index,
    end: start + index + 0.8,
    confidence: 1,
  }))
  const end = words.at(-1)?.end ?? start
  return { text, end, confidence: 1, channel: 0, words, ...more, start, language }
}
