/** Words written in the way that the caller wants them written. */
import { customSpelling } from '../../../contract/features/custom-spelling.ts'
import { setImmediate } from 'node:timers/promises'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { rewritten } from '../../text/rewritten.ts'
import { withRewritings } from '../../text/rewritten-words.ts'
import { type SpellingConfig, SpellingDictionary } from './spelling-dictionary.ts'

/** Utterances after which the others get their turn. */
const BATCH = 100

export const enrichment = defineEnrichment(customSpelling, {
  async run({ utterances }, config, { signal }) {
    return { transcription: rewritten(await withSpelling(utterances, config, signal)) }
  },
})

/**
 * The utterances with every phrase of the dictionary's values written as its key: whatever its case, as whole words, also
 * where a comma or a hyphen stands between them. Times, order and number of the utterances stay; words of a phrase share
 * its time.
 * @param signal rejects with its reason
 */
export async function withSpelling(
  utterances: readonly Utterance[],
  config: SpellingConfig,
  signal?: AbortSignal,
): Promise<Utterance[]> {
  const dictionary = dictionaryOf(config)
  const spelled: Utterance[] = []
  for (const [index, utterance] of utterances.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    signal?.throwIfAborted()
    spelled.push(
      utterance.words.length > 0
        ? withRewritings(utterance, dictionary.rewritings(utterance))
        : { ...utterance, text: dictionary.spelled(utterance.text) },
    )
  }
  return spelled
}

/** A live session asks for one utterance after another with the same dictionary. */
const dictionaries = new WeakMap<SpellingConfig, SpellingDictionary>()

function dictionaryOf(config: SpellingConfig): SpellingDictionary {
  const known = dictionaries.get(config)
  if (known) return known
  const made = new SpellingDictionary(config)
  dictionaries.set(config, made)
  return made
}
