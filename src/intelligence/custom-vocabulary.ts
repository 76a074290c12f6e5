/** Names and terms that a recogniser does not know, brought back by their sound. */
import { setImmediate } from 'node:timers/promises'
import type { Utterance } from '../contract/transcript.ts'
import type { Enrichment } from './enrichment.ts'
import { rewritten } from './text/rewritten.ts'
import { withRewritings } from './words/rewritten-words.ts'
import { type VocabularyConfig, VocabularyMatcher } from './words/vocabulary-matcher.ts'

export const customVocabulary: Enrichment<'custom_vocabulary'> = {
  name: 'custom_vocabulary',
  async run({ utterances }, { custom_vocabulary_config: config }, { signal }) {
    if (!config) return {}
    return { transcription: rewritten(await withVocabulary(utterances, config, signal)) }
  },
}

/**
 * The utterances with every run of up to four words that sounds like an entry written as that entry. How alike they must
 * sound is up to the intensity; ordinary words, and words that the recogniser is sure of, must be more alike. An entry
 * with a language is looked for in that language only. Times, order and number of the utterances stay; each utterance is
 * looked at by itself.
 * @param signal rejects with its reason
 */
export async function withVocabulary(
  utterances: readonly Utterance[],
  config: VocabularyConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const matcher = new VocabularyMatcher(config)
  const heard: Utterance[] = []
  for (const utterance of utterances) {
    // An utterance of 30 words takes 50 ms against a thousand entries.
    await setImmediate()
    signal?.throwIfAborted()
    heard.push(withRewritings(utterance, matcher.rewritings(utterance)))
  }
  return heard
}
