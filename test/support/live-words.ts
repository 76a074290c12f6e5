import type { Utterance } from '../../src/contract/transcript.ts'
import type { Speech } from '../../src/speech/testing/speech.ts'
import { wordErrorRate } from '../../src/text/word-errors.ts'

/** The number of wrong, missing and extra words in a transcript of a speech. */
export function wrongWords({ text, language }: Speech, utterances: readonly Utterance[]): number {
  const rate = wordErrorRate(text, utterances.map((utterance) => utterance.text).join(''), language)
  return Math.round(rate * text.split(' ').length)
}
