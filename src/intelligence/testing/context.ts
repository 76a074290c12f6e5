/** What an enrichment is given in tests. */
import type { EnrichmentContext } from '../enrichment.ts'

/** A context without sound and without a language model, unless they are given. */
export function testContext(given: Partial<EnrichmentContext> = {}): EnrichmentContext {
  return {
    audioDuration: 60,
    audio: () => Promise.reject(new Error('this test has no sound')),
    languageModel: null,
    signal: new AbortController().signal,
    onFailure: () => {},
    ...given,
  }
}
