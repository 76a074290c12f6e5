/** What an enrichment is given in tests. */
import { fileURLToPath } from 'node:url'
import type { EnrichmentContext } from '../enrichment.ts'

/** Kept between runs, so that no test converts the speaker model again. */
const CACHE_FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/scriptorium', import.meta.url))

/** A context without audio and without a language model, unless they are given. */
export function testContext(given: Partial<EnrichmentContext> = {}): EnrichmentContext {
  return {
    audioDuration: 60,
    audio: () => Promise.reject(new Error('this test has no audio')),
    languageModel: null,
    cacheFolder: CACHE_FOLDER,
    signal: new AbortController().signal,
    onFailure: () => {},
    ...given,
  }
}
