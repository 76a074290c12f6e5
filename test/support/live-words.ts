import type { Utterance } from '../../src/contract/transcript.ts'
import type { Speech } from '../../src/recognition/testing/speech.ts'
import { wordErrorRate } from '../../src/recognition/testing/word-errors.ts'

/** How many words of what was said are wrong, missing or too many in what was heard. */
export function wrongWords({ text, language }: Speech, heard: readonly Utterance[]): number {
  const rate = wordErrorRate(text, heard.map((utterance) => utterance.text).join(''), language)
  return Math.round(rate * text.split(' ').length)
}
