/** The thread that `engine-thread.ts` starts. */
import { parentPort } from 'node:worker_threads'
import type { EngineRequest, EngineResponse, EngineTask } from './engine-thread.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'

const engines = new LoadedEngines()
const inProgress = new Map<number, AbortController>()

parentPort?.on('message', (request: EngineRequest) => {
  if (request.type === 'abort') inProgress.get(request.id)?.abort()
  else void perform(request.id, request.task)
})

async function perform(id: number, task: EngineTask): Promise<void> {
  const controller = new AbortController()
  inProgress.set(id, controller)
  const { signal } = controller
  const result = await resultOf(task, signal).catch((error: unknown) => {
    if (signal.aborted) return {}
    throw error
  })
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
    case 'recognise': {
      const engine = await engines.for(task.language)
      return { words: await engine.recognise(task.samples, task.language, { known: task.known, signal }) }
    }
    case 'identify': {
      const identifier = await engines.languageIdentifier()
      return { languages: await identifier.identify(task.samples, task.candidates) }
    }
  }
}
