import { EnricherProcess } from '../enrichments/runner/enricher-process.ts'
import type { Base } from './base.ts'

/** A process that enriches transcripts. */
export function createEnricher({
  config,
  device,
  ffmpeg,
  spool,
  started,
}: Pick<Base, 'config' | 'device' | 'ffmpeg' | 'spool' | 'started'>): EnricherProcess {
  const { intake, jobs, languageModel } = config
  const settings = {
    ffmpeg,
    folder: spool,
    models: config.storage.modelsDir,
    device,
    maxSeconds: intake.maxSeconds,
    enrichmentSeconds: jobs.enrichmentSeconds,
    maxResultBytes: jobs.maxResultBytes,
    languageModel,
  }
  const enricher = new EnricherProcess(settings, { stallSeconds: jobs.stallSeconds })
  started.defer(async () => enricher.close())
  return enricher
}
