/** The context in which enrichments run in tests. */
import type { Enrichment, EnrichmentContext } from '../enrichment.ts'
import type { Enrichments } from '../runner/enrichments.ts'
import { TextModels } from '../../models/text/text-models.ts'
import { SpeakerModels } from '../../speech/speakers/speaker-models.ts'

/** A context without audio and language model, unless given. */
export function testContext(given: Partial<EnrichmentContext> = {}): EnrichmentContext {
  return {
    params: {},
    audioDuration: 60,
    audio: () => Promise.reject(new Error('this test has no audio')),
    languageModel: null,
    textModels: new TextModels(),
    speakerModels: new SpeakerModels(),
    signal: new AbortController().signal,
    onFailure: () => {},
    ...given,
  }
}

/** Only these enrichments. */
export function only(...enrichments: Enrichment[]): Enrichments {
  const implementations = new Map(enrichments.map((one) => [one.feature, one]))
  return {
    features: [...implementations.keys()],
    async load(feature) {
      const enrichment = implementations.get(feature)
      if (enrichment === undefined)
        throw new Error(`${feature.name} is not among the enrichments of this test`)
      return enrichment
    },
  }
}
