import { RecogniserProcess } from '../speech/batch/recogniser-process.ts'
import type { Base } from './base.ts'

/** A process that recognises the speech of files. */
export function createRecogniser({
  config,
  device,
  ffmpeg,
  spool,
  started,
}: Pick<Base, 'config' | 'device' | 'ffmpeg' | 'spool' | 'started'>): RecogniserProcess {
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
