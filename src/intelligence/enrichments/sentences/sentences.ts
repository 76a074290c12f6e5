/** The text cut into sentences. */
import type { Enrichment } from '../../enrichment.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'

export const sentences: Enrichment<'sentences'> = {
  name: 'sentences',
  run({ utterances }) {
    const results = sentencesOf(utterances).map(({ text }) => text)
    return { module: { is_empty: results.length === 0, results } }
  },
}
