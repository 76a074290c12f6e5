/** A summary, by the language model if one is configured, otherwise extracted from the sentences of the transcript. */
import { summarization } from '../../../contract/features/summarization.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { joinedText, sentencesOf } from '../../../text/timed-sentences.ts'
import { abstractiveSummary, type SummaryType } from '../../topics/abstractive-summary.ts'
import { type Topic, topicsOf } from '../../topics/topics.ts'
import { centralSentences, isInformative } from '../../topics/central-sentences.ts'

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

/** Maximum sentences of a summary. */
const MAX_SENTENCES = 16

/** With fewer informative sentences than this, a concise summary has one sentence, otherwise two. */
const SHORT_TRANSCRIPT = 10

/** The most central sentences of the topics, verbatim; empty if there are only fillers such as "Yeah.". */
export async function extractiveSummary(topics: readonly Topic[], type: SummaryType): Promise<string> {
  const informative = topics.flat().filter(isInformative).length
  const chosen = await centralSentences(topics, summaryLength(type, informative))
  if (type === 'bullet_points') return chosen.map(({ text }) => `- ${text}`).join('\n')
  return joinedText(chosen)
}

/** Sentences in a summary, by sentences in the transcript: 2 for 2, 3 for 10, 8 for 50, 16 for 200. */
function summaryLength(type: SummaryType, sentences: number): number {
  if (type === 'concise') return sentences < SHORT_TRANSCRIPT ? 1 : 2
  return Math.min(MAX_SENTENCES, Math.max(1, Math.round(1.1 * Math.sqrt(sentences))))
}
