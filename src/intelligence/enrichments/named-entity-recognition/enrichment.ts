/** The names of people, places and organisations, dates, times, sums, addresses and numbers that are said. */
import { namedEntityRecognition } from '../../../contract/features/named-entity-recognition.ts'
import { entitiesOf } from '../../text/entities/entities.ts'
import { defineEnrichment } from '../../enrichment.ts'

export const enrichment = defineEnrichment(namedEntityRecognition, {
  async run(transcription, _params, { signal }) {
    const results = await entitiesOf(transcription, signal)
    return { module: { is_empty: results.length === 0, entity: JSON.stringify(results), results } }
  },
})
