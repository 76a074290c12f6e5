/** Transcripts for tests. */
import type { Transcription, Utterance } from '../../contract/transcript.ts'

/** An utterance of one word a second. */
export function said(text: string, more: Partial<Utterance> = {}): Utterance {
  const { start = 0 } = more
  const words = (text.match(/\s*\S+/g) ?? []).map((word, index) => ({
    word,
    start: start + index,
    end: start + index + 0.8,
    confidence: 0.9,
  }))
  return {
    text,
    start,
    end: words.at(-1)?.end ?? start,
    confidence: 0.9,
    channel: 0,
    language: 'en',
    words,
    ...more,
  }
}

/** A transcript of some utterances. */
export function transcriptionOf(...utterances: Utterance[]): Transcription {
  return {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: [...new Set(utterances.map(({ language }) => language))],
    utterances,
  }
}
