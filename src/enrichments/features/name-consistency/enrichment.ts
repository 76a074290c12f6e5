/** Spells each name the same way throughout the transcript: the most common way. */
import { nameConsistency } from '../../../contract/features/name-consistency.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { namesIn } from './names.ts'
import { spellingsOf } from './spellings.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { withReplacements } from '../../../text/rewritten-words.ts'

/**
 * Rewrites the transcript. `results` is the JSON text of a list of `{name, variants, count}`, with one item for each name
 * that had several spellings: the spelling now used, the other spellings, and the number of occurrences.
 */
export const enrichment = defineEnrichment(nameConsistency, {
  async run({ utterances }, _, { signal }) {
    const names = await namesIn(utterances, signal)
    const found = await spellingsOf(names, signal)
    const spellings = new Map(
      found.flatMap(({ name, language, variants }) =>
        variants.map((variant) => [`${language} ${variant}`, name] as const),
      ),
    )
    const replacements = names.flatMap(({ name, language, utterance, from }) => {
      const text = spellings.get(`${language} ${name}`)
      return text === undefined ? [] : [{ utterance, from, to: from + name.length, text }]
    })
    const ofUtterance = Map.groupBy(replacements, ({ utterance }) => utterance)
    const results = found.map(({ name, variants, count }) => ({ name, variants, count }))
    return {
      module: { is_empty: results.length === 0, results: JSON.stringify(results) },
      transcription: rewritten(
        utterances.map((utterance, index) => withReplacements(utterance, ofUtterance.get(index) ?? [])),
      ),
    }
  },
})
