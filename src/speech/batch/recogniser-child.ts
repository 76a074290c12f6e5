/**
 * The process that `recogniser-process.ts` supervises: decodes and recognises one file after another, keeping the models
 * in memory in between.
 */
import { availableParallelism, totalmem } from 'node:os'
import { AudioError, DecoderError } from '../../audio/audio-error.ts'
import { decode } from '../../audio/decode.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { describeError } from '../../platform/process/describe-error.ts'
import { connectToParent } from '../../platform/process/parent-link.ts'
import { EngineThreads } from '../engines/engine-threads.ts'
import { RecogniserError } from '../recogniser-error.ts'
import { engineThreadCount } from './engine-thread-count.ts'
import { Recogniser } from './recogniser.ts'
import type { Report, Task } from './recogniser-messages.ts'

// What this process may use, which a control group may limit.
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
const threads = engineThreadCount({ memory, cores: availableParallelism() })
const recogniser = new Recogniser(new EngineThreads(threads))

const report: (report: Report) => void = connectToParent<Task>({
  isBackground: true,
  onRequest: (task) => void transcribe(task).catch(failure).then(report),
})

async function transcribe(task: Task): Promise<Report> {
  const { file, options, isStreamed, models, device, speechServer, ...decoding } = task
  await recogniser.use(models === null ? [] : await pulledModels(models), device)
  if (speechServer !== null) recogniser.useServer(speechServer)
  const recording = await decode(file, { ...decoding, onProgress: () => reportProgress(0) })
  try {
    const hooks = { onProgress: reportProgress, ...(isStreamed && { onUtterances: reportUtterances }) }
    return { type: 'done', recognition: await recogniser.recognise(recording, options, hooks) }
  } finally {
    await recording.close()
  }
}

function reportProgress(seconds: number): void {
  report({ type: 'progress', seconds })
}

function reportUtterances(utterances: Utterance[]): void {
  report({ type: 'utterances', utterances })
}

function failure(error: unknown): Report {
  if (error instanceof AudioError)
    return { type: 'unusable', message: error.message, cause: describeError(error.cause) }
  if (error instanceof RecogniserError) {
    const { message: reason, statusCode: status } = error
    return { type: 'failed', message: describeError(error.cause), reason, status, code: null }
  }
  const { code = null } = error as NodeJS.ErrnoException
  const reason = error instanceof DecoderError ? error.message : null
  return { type: 'failed', message: describeError(error), reason, status: 500, code }
}
