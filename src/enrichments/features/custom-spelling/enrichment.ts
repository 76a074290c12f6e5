/** Spells words and phrases as requested. */
import { type CustomSpellingConfig, customSpelling } from '../../../contract/features/custom-spelling.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { inTurns } from '../../in-turns.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { withReplacements } from '../../../text/rewritten-words.ts'
import { SpellingDictionary } from './spelling-dictionary.ts'

export const enrichment = defineEnrichment(customSpelling, {
  async run({ utterances }, config, { signal }) {
    return { transcription: rewritten(await withSpelling(utterances, config, signal)) }
  },
})

/**
 * Replaces every phrase among the dictionary's values by its key. Phrases match whole words, regardless of case and of
 * commas or hyphens between words. The times, order and number of utterances do not change; the words of a spelling share
 * the time of its phrase.
 * @throws the reason of `signal` once it is aborted
 */
export async function withSpelling(
  utterances: readonly Utterance[],
  config: CustomSpellingConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const dictionary = new SpellingDictionary(config)
  const spelled: Utterance[] = []
  for await (const [, utterance] of inTurns(utterances, 100, signal)) {
    const { words, text } = utterance
    const own = words.length > 0 ? words.map(({ word }) => word).join('') : text
    spelled.push(withReplacements(utterance, dictionary.replacementsIn(own)))
  }
  return spelled
}
