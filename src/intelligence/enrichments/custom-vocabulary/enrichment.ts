/** Restores names and terms that the recogniser does not know, by their pronunciation. */
import {
  type CustomVocabularyConfig,
  customVocabulary,
} from '../../../contract/features/custom-vocabulary.ts'
import { setImmediate } from 'node:timers/promises'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { perObject } from '../../../text/memoise.ts'
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
 * applies to that language. Times, order and number of the utterances do not change. Utterances are independent: calling
 * this for each in turn gives the same result, fastest with the same `config` object.
 * @throws the reason of `signal`, once that is aborted
 */
export async function withVocabulary(
  utterances: readonly Utterance[],
  config: CustomVocabularyConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const matcher = matcherOf(config)
  const results: Utterance[] = []
  const pause = async () => {
    await setImmediate()
    signal?.throwIfAborted()
  }
  for (const utterance of utterances) {
    results.push(withReplacements(utterance, await matcher.replacements(utterance, pause)))
  }
  return results
}

/** A live session passes one utterance after another with the same vocabulary. */
const matcherOf = perObject((config: CustomVocabularyConfig) => new VocabularyMatcher(config))
