/** Names of people, places, organisations and products, dates, times, sums of money, addresses and numbers. */
import { namedEntityRecognition } from '../../../contract/features/named-entity-recognition.ts'
import { entitiesOf } from '../../entities/entities.ts'
import { defineEnrichment } from '../../enrichment.ts'

export const enrichment = defineEnrichment(namedEntityRecognition, {
  async run(transcription, _config, { signal, textModels }) {
    const results = await entitiesOf(transcription, signal, textModels)
    return { module: { is_empty: results.length === 0, entity: JSON.stringify(results), results } }
  },
})
