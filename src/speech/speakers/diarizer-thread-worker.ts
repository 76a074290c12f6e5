/** The thread that `diarizer-thread.ts` starts. Its first message says that the model is loaded. */
import { parentPort, workerData } from 'node:worker_threads'
import { Diarizer, type DiarizerModel } from './diarizer.ts'
import type { DiarizerRequest, DiarizerResponse } from './diarizer-thread.ts'

const diarizer = await Diarizer.load(workerData as DiarizerModel)

parentPort?.on('message', (request: DiarizerRequest) => send(responseTo(request)))
send('loaded')

function responseTo({ samples, speakers, withVoices }: DiarizerRequest): DiarizerResponse {
  try {
    const spans = diarizer.spans(samples, speakers)
    return { spans, voices: withVoices ? diarizer.voices(samples, spans) : new Map() }
  } catch (error) {
    return { error }
  }
}

function send(message: DiarizerResponse | 'loaded'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(message)
}
