/** Names spelled the same way throughout: the commonest. */
import { nameConsistency } from '../../../contract/features/name-consistency.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { namesSaid } from './names-said.ts'
import { spellingsOf } from './spellings.ts'
import { rewritten } from '../../text/rewritten.ts'
import { type Rewriting, withRewritings } from '../../text/rewritten-words.ts'

/**
 * Rewrites the transcript; `results` is the JSON text of a list of `{name, variants, count}`, one for each name that was
 * spelled in several ways: as it is written now, the other spellings there were, and how often it is said.
 */
export const enrichment = defineEnrichment(nameConsistency, {
  async run({ utterances }, _, { signal }) {
    const names = await namesSaid(utterances, signal)
    const found = await spellingsOf(names, signal)
    const chiefs = new Map(
      found.flatMap(({ name, language, variants }) =>
        variants.map((variant) => [`${language} ${variant}`, name] as const),
      ),
    )
    const rewritings = new Map<number, Rewriting[]>()
    for (const { name, language, utterance, word, before, after } of names) {
      const text = chiefs.get(`${language} ${name}`)
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
