/** Utterances and transcripts for tests. */
import assert from 'node:assert/strict'
import type { Transcription, Utterance } from '../../contract/transcript.ts'
import { fullText } from '../../contract/full-text.ts'
import { splitWords } from '../split-words.ts'

/**
 * An utterance of these words, one per second, each lasting 0.8 s.
 * @param more other fields; `start` moves the words, and `confidence` applies to them too
 */
export function said(text: string, more: Partial<Utterance> = {}): Utterance {
  const { start = 0, language = 'en', confidence = 1 } = more
  const words = splitWords(text, language).map((word, index) => ({
    word,
    start: start + index,
    end: start + index + 0.8,
    confidence,
  }))
  const end = words.at(-1)?.end ?? start
  return { text, end, channel: 0, words, ...more, start, language, confidence }
}

/** A transcript of some utterances. */
export function transcriptionOf(...utterances: Utterance[]): Transcription {
  return {
    full_transcript: fullText(utterances),
    languages: [...new Set(utterances.map(({ language }) => language))],
    utterances,
  }
}

/** Utterances without their texts: everything that rewriting must not change. */
export function unwritten(utterances: readonly Utterance[]) {
  return utterances.map((utterance) => ({
    ...utterance,
    text: '',
    words: utterance.words.map((word) => ({ ...word, word: '' })),
  }))
}

/** Fails unless the text of each utterance consists of its words and their times are in order. */
export function assertWellFormed(utterances: readonly Utterance[]): void {
  for (const { words, text } of utterances) {
    const joined = words.map(({ word }) => word).join('')
    assert.equal(text.trim(), joined.trim())
    for (const [index, { start, end }] of words.entries())
      assert.ok(start < end && end <= (words[index + 1]?.start ?? Infinity), `${start}–${end} in "${text}"`)
  }
}
