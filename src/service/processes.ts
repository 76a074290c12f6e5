/** Creates the child processes that do the work; they end with the service. */
import { EnricherProcess } from '../enrichments/runner/enricher-process.ts'
import { RecogniserProcess } from '../speech/batch/recogniser-process.ts'
import type { Base } from './base.ts'

type ProcessParts = Pick<Base, 'config' | 'device' | 'ffmpeg' | 'spool' | 'started'>

/** A process that recognises the speech of files. */
export function createRecogniser({
  config,
  device,
  ffmpeg,
  spool,
  started,
}: ProcessParts): RecogniserProcess {
  const recogniser = new RecogniserProcess({
    ffmpeg,
    folder: spool,
    maxSeconds: config.intake.maxSeconds,
    models: config.storage.modelsDir,
    device,
    speechServer: config.speechServer,
    stallSeconds: config.jobs.stallSeconds,
  })
  started.defer(async () => recogniser.close())
  return recogniser
}

/** A process that enriches transcripts. */
export function createEnricher({ config, device, ffmpeg, spool, started }: ProcessParts): EnricherProcess {
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
