/** The transcript divided into chapters. */
import { chapterization } from '../../../contract/features/chapterization.ts'
import { chaptersOf } from './chapters.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'

export const enrichment = defineEnrichment(chapterization, {
  async run({ utterances }, _config, { audioDuration, languageModel, signal }) {
    const sentences = sentencesOf(utterances)
    const chapters = await chaptersOf(sentences, audioDuration, languageModel, signal)
    return { module: { is_empty: chapters.length === 0, results: { chapters } } }
  },
})
