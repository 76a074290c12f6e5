import type { ModelManager } from '../installation/model-manager.ts'
import type { Base } from './base.ts'

/** The manager of models, for operators over the API. Loaded on first use, because the engines bring their runtime along. */
export function modelManager(base: Base): () => Promise<ModelManager> {
  let opened: Promise<ModelManager> | undefined
  base.started.defer(async () => (await opened)?.close())
  return async () => (opened ??= open(base))
}

async function open({ config, device, ffmpeg, log }: Base): Promise<ModelManager> {
  const { ModelManager } = await import('../installation/model-manager.ts')
  return new ModelManager({
    modelsDir: config.storage.modelsDir,
    hub: config.models,
    speechServer: config.speechServer,
    device,
    ffmpeg,
    maxSeconds: config.intake.maxSeconds,
    stallSeconds: config.jobs.stallSeconds,
    concurrency: config.jobs.concurrency,
    log,
  })
}
