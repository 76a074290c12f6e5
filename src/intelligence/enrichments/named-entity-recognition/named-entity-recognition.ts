/** The names of people, places and organisations, dates, times, sums, addresses and numbers that are said. */
import { entitiesOf } from '../../text/entities/entities.ts'
import type { Enrichment } from '../../enrichment.ts'

export const namedEntityRecognition: Enrichment<'named_entity_recognition'> = {
  name: 'named_entity_recognition',
  async run(transcription, _params, { signal }) {
    const results = await entitiesOf(transcription, signal)
    return { module: { is_empty: results.length === 0, entity: JSON.stringify(results), results } }
  },
}
