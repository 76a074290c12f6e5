import type { Utterance, Word } from '../../contract/transcript.ts'
import { UtteranceBuilder } from '../batch/utterance-builder.ts'

/** The utterances that the recogniser builds from words. */
export function recognised(
  words: readonly Word[],
  about: Pick<Utterance, 'channel' | 'language'> = { channel: 0, language: 'en' },
): Utterance[] {
  const builder = new UtteranceBuilder()
  return [...builder.add(words, about), ...builder.end()]
}
