import type { Logger } from 'pino'
import type { EnrichmentHooks } from '../enrichments/runner/enricher-process.ts'
import { currentContext, startSpan } from '../platform/tracing.ts'

/** Logs failed enrichments; their modules of the result say that they failed. */
export function enrichmentHooks(log: Logger, signal: AbortSignal): EnrichmentHooks {
  return {
    onFailure: (enrichment, error) => log.warn({ enrichment, err: error }, 'enrichment failed'),
    signal,
  }
}

/** Traces enrichments, which another process reports, as children of the span that is current at the time of this call. */
export function enrichmentSpans(): NonNullable<EnrichmentHooks['onEnded']> {
  const parent = currentContext()
  return ({ name, startedAt, endedAt, isFailed }) => {
    if (parent === null) return
    const span = startSpan(`enrich ${name}`, { parent, startedAt })
    if (isFailed) span.fail('enrichment')
    span.end(endedAt)
  }
}
