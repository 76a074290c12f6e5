/** A transcript as a language model reads it. */
import type { Sentence } from '../text/timed-sentences.ts'

/** One line for each sentence; where speakers are known, with the speaker where another one begins. */
export function spokenLines(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ speaker, text }, index) =>
    speaker === undefined || speaker === sentences[index - 1]?.speaker ? text : `Speaker ${speaker}: ${text}`,
  )
}
