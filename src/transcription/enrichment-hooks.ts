import type { Logger } from 'pino'
import type { EnrichmentHooks } from '../enrichments/runner/enricher-process.ts'

/** Logs enrichments that fail; the result says so in their modules. */
export function enrichmentHooks(log: Logger, signal: AbortSignal): EnrichmentHooks {
  return {
    onFailure: (enrichment, error) => log.warn({ enrichment, err: error }, 'enrichment failed'),
    signal,
  }
}
