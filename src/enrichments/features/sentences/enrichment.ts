/** Splits the text into sentences. */
import { sentences } from '../../../contract/features/sentences.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'

export const enrichment = defineEnrichment(sentences, {
  run({ utterances }) {
    const results = sentencesOf(utterances).map(({ text }) => text)
    return { module: { is_empty: results.length === 0, results } }
  },
})
