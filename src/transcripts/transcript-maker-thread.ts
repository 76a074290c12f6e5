/** The thread that `transcript-maker.ts` starts. */
import { parentPort } from 'node:worker_threads'
import { parsedTranscript } from './revised-transcript.ts'
import type { TranscriptAnswer, TranscriptRequest } from './transcript-maker.ts'
import { TRANSCRIPT_TASKS } from './transcript-tasks.ts'

parentPort?.on('message', (request: TranscriptRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  void answerTo(request).then((answer) => parentPort?.postMessage(answer))
})

async function answerTo({ stored, task, options }: TranscriptRequest): Promise<TranscriptAnswer> {
  try {
    return { made: await TRANSCRIPT_TASKS[task](parsedTranscript(stored), options as never) }
  } catch (error) {
    return { error }
  }
}
