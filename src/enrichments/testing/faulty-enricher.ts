/** An enricher process in which some enrichments misbehave. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Enrichment } from '../enrichment.ts'
import { enrichments } from '../runner/enrichments.ts'
import { serveEnrichments } from '../runner/serve-enrichments.ts'

/** Blocks the event loop forever, without using the processor. */
function block(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const FAULTS: Readonly<Record<string, () => never | Promise<never>>> = {
  moderation: block,
  pii_redaction: block,
  /** Takes too long, but lets others work. */
  chapterization: () => delay(1e9),
  named_entity_recognition: () => process.exit(1),
}

serveEnrichments({
  ...enrichments,
  async load(feature): Promise<Enrichment> {
    const enrichment = await enrichments.load(feature)
    const fault = FAULTS[feature.name]
    return fault === undefined ? enrichment : { ...enrichment, run: fault }
  },
})
