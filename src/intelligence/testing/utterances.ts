/** Utterances for tests. */
import assert from 'node:assert/strict'
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

/** All of some utterances but what is written in them: rewriting does not change it. */
export function unwritten(utterances: readonly Utterance[]) {
  return utterances.map((utterance) => ({
    ...utterance,
    text: '',
    words: utterance.words.map((word) => ({ ...word, word: '' })),
  }))
}

/** Fails unless the text of each utterance is its words, whose times are in order. */
export function assertWellFormed(utterances: readonly Utterance[]): void {
  for (const { words, text } of utterances) {
    const joined = words.map(({ word }) => word).join('')
    assert.equal(text.trim(), joined.trim())
    for (const [index, { start, end }] of words.entries())
      assert.ok(start <= end && end <= (words[index + 1]?.start ?? Infinity), `${start}–${end} in "${text}"`)
  }
}
