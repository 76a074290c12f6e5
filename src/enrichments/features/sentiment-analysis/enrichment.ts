/** The sentiment and emotion of each sentence, as JSON text. */
import { sentimentAnalysis } from '../../../contract/features/sentiment-analysis.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { sentimentsOf } from './sentence-sentiments.ts'

export const enrichment = defineEnrichment(sentimentAnalysis, {
  async run(transcription, _config, { signal, textModels }) {
    const { utterances } = transcription
    const sentiments = await sentimentsOf(transcription, signal, textModels)
    const isEnglish = utterances.some(({ language }) => language === 'en')
    if (utterances.length > 0 && !isEnglish && sentiments.every(({ sentiment }) => sentiment === 'unknown'))
      throw new NotAvailableError(
        'sentiment_analysis supports English only, and no part of this transcript is in English.',
      )
    return { module: { is_empty: sentiments.length === 0, results: JSON.stringify(sentiments) } }
  },
})
