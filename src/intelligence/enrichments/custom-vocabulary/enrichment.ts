/** Names and terms that a recogniser does not know, brought back by their sound. */
import { customVocabulary } from '../../../contract/features/custom-vocabulary.ts'
import { setImmediate } from 'node:timers/promises'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { rewritten } from '../../text/rewritten.ts'
import { withRewritings } from '../../text/rewritten-words.ts'
import { type VocabularyConfig, VocabularyMatcher } from './vocabulary-matcher.ts'

export const enrichment = defineEnrichment(customVocabulary, {
  async run({ utterances }, config, { signal }) {
    return { transcription: rewritten(await withVocabulary(utterances, config, signal)) }
  },
})

/**
 * The utterances with every run of up to four words that sounds like an entry written as that entry. How alike they must
 * sound is up to the intensity; ordinary words, and words that the recogniser is sure of, must be more alike. An entry
 * with a language is looked for in that language only. Times, order and number of the utterances stay; each utterance is
 * looked at by itself, so it may be called for one after another, best with the same `config` object.
 * @param signal rejects with its reason
 */
export async function withVocabulary(
  utterances: readonly Utterance[],
  config: VocabularyConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const matcher = matcherOf(config)
  const heard: Utterance[] = []
  for (const utterance of utterances) {
    // 20 words take 4 ms against a hundred entries, on two cores with other work.
    await setImmediate()
    signal?.throwIfAborted()
    heard.push(withRewritings(utterance, matcher.rewritings(utterance)))
  }
  return heard
}

/** A live session asks for one utterance after another with the same vocabulary. */
const matchers = new WeakMap<VocabularyConfig, VocabularyMatcher>()

function matcherOf(config: VocabularyConfig): VocabularyMatcher {
  const known = matchers.get(config)
  if (known) return known
  const made = new VocabularyMatcher(config)
  matchers.set(config, made)
  return made
}
