/** Spells each name the same way throughout: the most common. */
import { nameConsistency } from '../../../contract/features/name-consistency.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { namesIn } from './names.ts'
import { spellingsOf } from './spellings.ts'
import { rewritten } from '../../text/rewritten.ts'
import { type Rewriting, withRewritings } from '../../text/rewritten-words.ts'

/**
 * Rewrites the transcript. `results` is the JSON text of a list of `{name, variants, count}`, one for each name that had
 * several spellings: the spelling now used, the other spellings, and the number of occurrences.
 */
export const enrichment = defineEnrichment(nameConsistency, {
  async run({ utterances }, _, { signal }) {
    const names = await namesIn(utterances, signal)
    const found = await spellingsOf(names, signal)
    const replacements = new Map(
      found.flatMap(({ name, language, variants }) =>
        variants.map((variant) => [`${language} ${variant}`, name] as const),
      ),
    )
    const rewritings = new Map<number, Rewriting[]>()
    for (const { name, language, utterance, word, before, after } of names) {
      const text = replacements.get(`${language} ${name}`)
      if (text === undefined) continue
      const others = rewritings.get(utterance) ?? []
      rewritings.set(utterance, [...others, { from: word, to: word + 1, before, text, after }])
    }
    const results = found.map(({ name, variants, count }) => ({ name, variants, count }))
    return {
      module: { is_empty: results.length === 0, results: JSON.stringify(results) },
      transcription: rewritten(
        utterances.map((utterance, index) => withRewritings(utterance, rewritings.get(index) ?? [])),
      ),
    }
  },
})
