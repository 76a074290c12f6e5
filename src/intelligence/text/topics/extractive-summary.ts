/** A summary in sentences of the transcript. */
import type { summarizationConfig } from '../../../contract/features.ts'
import type { z } from 'zod'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { centralSentences, saysSomething } from './central-sentences.ts'
import type { RatedSentence } from './rated-sentences.ts'
import type { Topic } from './topics.ts'

/** The forms of a summary. */
export type SummaryType = z.infer<typeof summarizationConfig>['type']

/** Most sentences of a summary. */
const MOST = 16

/** A summary of one sentence is enough for as many that say something. */
const SHORT_TRANSCRIPT = 10

/** Sums topics up in their own sentences; empty where nothing is said but "Yeah." */
export function extractiveSummary(topics: readonly Topic[], type: SummaryType): string {
  const telling = topics.flat().filter(saysSomething).length
  const chosen = centralSentences(topics, lengthOf(type, telling))
  if (type === 'bullet_points') return chosen.map(({ sentence }) => `- ${sentence.text}`).join('\n')
  return joined(chosen)
}

/** The texts of some sentences, one after another. */
export function joined(sentences: readonly RatedSentence[]): string {
  return sentences
    .map(({ sentence }, index) =>
      index === 0 || isWrittenWithoutSpaces(sentence.language) ? sentence.text : ` ${sentence.text}`,
    )
    .join('')
}

/** How many sentences sum up as many: 1 of 2, 3 of 10, 6 of 50, 11 of 200. */
function lengthOf(type: SummaryType, sentences: number): number {
  if (type === 'concise') return sentences < SHORT_TRANSCRIPT ? 1 : 2
  return Math.min(MOST, Math.max(1, Math.round(0.8 * Math.sqrt(sentences))))
}
