/** A summary: by the language model if one is configured, else made of sentences of the transcript. */
import { summarization } from '../../../contract/features/summarization.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { abstractiveSummary } from '../../topics/abstractive-summary.ts'
import { extractiveSummary } from './extractive-summary.ts'
import { topicsOf } from '../../topics/topics.ts'

export const enrichment = defineEnrichment(summarization, {
  async run({ utterances }, { type }, { languageModel, signal }) {
    const sentences = sentencesOf(utterances)
    if (sentences.length === 0) return { module: { is_empty: true, results: '' } }
    const results = languageModel
      ? await abstractiveSummary(sentences, type, languageModel, signal)
      : await extractiveSummary(await topicsOf(sentences, signal), type)
    return { module: { is_empty: results === '', results } }
  },
})
