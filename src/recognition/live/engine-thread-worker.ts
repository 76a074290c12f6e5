/** The thread that `engine-thread.ts` starts. */
import { parentPort } from 'node:worker_threads'
import type { EngineAnswer, EngineRequest, EngineTask } from './engine-thread.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'

const engines = new LoadedEngines()
const underWay = new Map<number, AbortController>()

parentPort?.on('message', (request: EngineRequest) => {
  if (request.type === 'abort') underWay.get(request.number)?.abort()
  else void perform(request.number, request.task)
})

async function perform(number: number, task: EngineTask): Promise<void> {
  const controller = new AbortController()
  underWay.set(number, controller)
  const { signal } = controller
  const result = await resultOf(task, signal).catch((error: unknown) => {
    if (signal.aborted) return {}
    throw error
  })
  underWay.delete(number)
  const answer: EngineAnswer = { number, ...result }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(answer)
}

async function resultOf(task: EngineTask, signal: AbortSignal): Promise<Omit<EngineAnswer, 'number'>> {
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
      return { language: await identifier.identify(task.samples, task.candidates) }
    }
  }
}
