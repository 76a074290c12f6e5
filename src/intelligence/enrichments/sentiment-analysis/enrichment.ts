/** The sentiment and emotion of each sentence, as JSON text. */
import { sentimentAnalysis } from '../../../contract/features/sentiment-analysis.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { NotAvailableError } from '../../enrichment-error.ts'
import { sentimentsOf } from './sentence-sentiments.ts'

export const enrichment = defineEnrichment(sentimentAnalysis, {
  async run(transcription, _config, { signal }) {
    const { utterances } = transcription
    if (utterances.length > 0 && utterances.every(({ language }) => language !== 'en'))
      throw new NotAvailableError(
        'sentiment_analysis supports English only, and no part of this transcript is in English.',
      )
    const sentiments = await sentimentsOf(transcription, signal)
    return { module: { is_empty: sentiments.length === 0, results: JSON.stringify(sentiments) } }
  },
})
