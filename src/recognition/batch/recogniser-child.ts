/**
 * The process that `recogniser-process.ts` supervises: decodes and recognises one file after another, with the models
 * kept in memory in between.
 */
import { AudioError, DecoderError } from '../../audio/audio-error.ts'
import { decode } from '../../audio/decode.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { describeError } from '../../process/describe-error.ts'
import { connectToParent } from '../../process/parent-link.ts'
import { RecogniserError } from '../recogniser-error.ts'
import { Recogniser } from './recogniser.ts'
import type { Report, Task } from './recogniser-messages.ts'

const recogniser = new Recogniser()

const report: (report: Report) => void = connectToParent<Task>({
  isBackground: true,
  onRequest: (task) => void transcribe(task).catch(failure).then(report),
})

async function transcribe({ file, options, models, speechServer, ...decoding }: Task): Promise<Report> {
  await recogniser.use(models === null ? [] : await pulledModels(models))
  if (speechServer !== null) recogniser.useServer(speechServer)
  const recording = await decode(file, { ...decoding, onProgress: () => reportProgress(0) })
  try {
    return {
      type: 'done',
      recognition: await recogniser.recognise(recording, options, { onProgress: reportProgress }),
    }
  } finally {
    await recording.close()
  }
}

function reportProgress(seconds: number): void {
  report({ type: 'progress', seconds })
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
