/**
 * The recogniser's own process, started by `recogniser-process.ts`: decodes and recognises one file after another,
 * with the models kept in memory in between.
 */
import { constants, setPriority } from 'node:os'
import { AudioError } from '../../audio/audio-error.ts'
import { decode } from '../../audio/decode.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { Recogniser } from './recogniser.ts'
import type { Report, Task } from './recogniser-messages.ts'

const recogniser = new Recogniser()

// The API answers first; recognition takes what is left of the machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// A supervisor may signal every process of the service at once. Its main process then drains, and needs this one for it.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

process.on('message', (task: Task) => void perform(task))

// The parent is gone, perhaps by kill -9: nobody wants the result. It made this process the leader of a group, in which
// a decoder may be running.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))

async function perform(task: Task): Promise<void> {
  report(await transcribe(task).catch(explain))
}

async function transcribe({ file, options, models, ...decoding }: Task): Promise<Report> {
  await recogniser.use(models === null ? [] : await pulledModels(models))
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

function explain(error: unknown): Report {
  if (error instanceof AudioError)
    return { type: 'unusable', message: error.message, cause: describe(error.cause) }
  return { type: 'failed', message: describe(error) }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function reportProgress(seconds: number): void {
  report({ type: 'progress', seconds })
}

function report(message: Report): void {
  process.send?.(message)
}
