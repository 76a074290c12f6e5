/** The thread that `engine-thread.ts` starts. */
import { parentPort } from 'node:worker_threads'
import { PulledModel } from '../../models/pulled/pulled-model.ts'
import { type EngineRequest, type EngineResponse, type EngineTask, KEPT_SAMPLES } from './engine-thread.ts'
import { LoadedEngines } from './loaded-engines.ts'

const engines = new LoadedEngines()
const inProgress = new Map<number, AbortController>()
let identified: readonly Float32Array[] = []

parentPort?.on('message', (request: EngineRequest) => {
  if (request.type === 'abort') inProgress.get(request.id)?.abort()
  else void perform(request.id, request.task)
})

async function perform(id: number, task: EngineTask): Promise<void> {
  const controller = new AbortController()
  inProgress.set(id, controller)
  const { signal } = controller
  const result = await resultOf(task, signal).catch((error: unknown) => (signal.aborted ? {} : { error }))
  inProgress.delete(id)
  const response: EngineResponse = { id, ...result }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(response)
}

async function resultOf(task: EngineTask, signal: AbortSignal): Promise<Omit<EngineResponse, 'id'>> {
  switch (task.type) {
    case 'load':
      await (task.language === null ? engines.languageIdentifier() : engines.for(task.language))
      return {}
    case 'use':
      await engines.use(
        task.models.map(({ description, folder, id }) => new PulledModel(description, folder, id)),
        task.device,
      )
      return {}
    case 'recognise': {
      const { language, options } = task
      const samples = samplesOf(task)
      const engine = await engines.for(language)
      return { words: await engine.recognise(samples, language, { ...options, signal }) }
    }
    case 'identify': {
      const samples = samplesOf(task)
      if (samples === task.samples) identified = [samples, ...identified].slice(0, KEPT_SAMPLES)
      const identifier = await engines.languageIdentifier()
      return { languages: await identifier.identify(samples, task.candidates) }
    }
  }
}

function samplesOf({ samples }: { readonly samples: Float32Array | number }): Float32Array {
  return typeof samples === 'number' ? identified[samples]! : samples
}
