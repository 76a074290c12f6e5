/** The transcript in chapters, as an object with a list of them: `{ chapters: […] }`. */
import { chaptersOf, type Chapter } from './topics/chapters.ts'
import type { Enrichment, Module } from './enrichment.ts'
import { sentencesOf } from './text/timed-sentences.ts'

export const chapterization: Enrichment<'chapterization'> = {
  name: 'chapterization',
  async run({ utterances }, _params, { audioDuration, languageModel, signal }) {
    const sentences = sentencesOf(utterances)
    const chapters = await chaptersOf(sentences, audioDuration, languageModel, signal)
    return { module: { is_empty: chapters.length === 0, results: { chapters } } }
  },
}

/** The list of chapters in the result of a chapterization: what a live session sends. Empty if that failed. */
export function chaptersIn({ results }: Module<'chapterization'>): Chapter[] {
  // Nothing else makes such a result, so its shape is known.
  return results ? ((results['chapters'] ?? []) as Chapter[]) : []
}
