/** An extractive summary: whole sentences of the transcript, without fillers. */
import { centralSentences, isInformative } from '../../topics/central-sentences.ts'
import { joinedText } from '../../../text/timed-sentences.ts'
import type { SummaryType } from '../../topics/abstractive-summary.ts'
import type { Topic } from '../../topics/topics.ts'

/** Maximum sentences of a summary. */
const MAX_SENTENCES = 16

/** Below this many informative sentences, a concise summary has one sentence, otherwise two. */
const SHORT_TRANSCRIPT = 10

/** The most central sentences of the topics; empty if there are none but fillers such as "Yeah.". */
export async function extractiveSummary(topics: readonly Topic[], type: SummaryType): Promise<string> {
  const informative = topics.flat().filter(isInformative).length
  const chosen = await centralSentences(topics, summaryLength(type, informative))
  if (type === 'bullet_points') return chosen.map(({ text }) => `- ${text}`).join('\n')
  return joinedText(chosen)
}

/** Sentences of a summary by those of the transcript: 2 for 2, 3 for 10, 8 for 50, 16 for 200. */
function summaryLength(type: SummaryType, sentences: number): number {
  if (type === 'concise') return sentences < SHORT_TRANSCRIPT ? 1 : 2
  return Math.min(MAX_SENTENCES, Math.max(1, Math.round(1.1 * Math.sqrt(sentences))))
}
