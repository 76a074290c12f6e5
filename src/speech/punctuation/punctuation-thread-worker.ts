/** The thread that `punctuation-thread.ts` starts. */
import { parentPort } from 'node:worker_threads'
import pLimit from 'p-limit'
import { PulledModel } from '../../models/pulled/pulled-model.ts'
import { PunctuationModels } from './punctuation-models.ts'
import type { MarksRequest } from './punctuation-thread.ts'

const punctuation = new PunctuationModels()
const inTurn = pLimit(1)

parentPort?.on('message', (request: MarksRequest) => void inTurn(() => answer(request)))

async function answer({ words, language, models }: MarksRequest): Promise<void> {
  punctuation.use(models.map(({ description, folder, id }) => new PulledModel(description, folder, id)))
  await punctuation.releaseUnused()
  const punctuate = await punctuation.for(language)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(punctuate?.(words) ?? words)
}
