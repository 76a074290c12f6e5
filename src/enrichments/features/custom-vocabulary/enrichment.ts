/** Restores names and terms that the recogniser does not know, by their pronunciation. */
import {
  type CustomVocabularyConfig,
  customVocabulary,
} from '../../../contract/features/custom-vocabulary.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { inTurns } from '../../in-turns.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { withReplacements } from '../../../text/rewritten-words.ts'
import { VocabularyMatcher } from './vocabulary-matcher.ts'

export const enrichment = defineEnrichment(customVocabulary, {
  async run({ utterances }, config, { signal }) {
    return { transcription: rewritten(await withVocabulary(utterances, config, signal)) }
  },
})

/**
 * Replaces every run of up to four words that is pronounced like an entry by that entry. The intensity sets the required
 * similarity, which is higher for ordinary words and for words recognised with confidence. An entry with a language only
 * applies to that language. The times, order and number of utterances do not change. Utterances are independent: calling
 * this for each in turn gives the same result.
 * @throws the reason of `signal` once it is aborted
 */
export async function withVocabulary(
  utterances: readonly Utterance[],
  config: CustomVocabularyConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const matcher = new VocabularyMatcher(config)
  const results: Utterance[] = []
  for await (const [, utterance] of inTurns(utterances, 1, signal))
    results.push(withReplacements(utterance, await matcher.replacements(utterance, signal)))
  return results
}
