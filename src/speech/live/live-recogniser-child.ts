/**
 * The process that `live-recogniser-process.ts` supervises: recognises all live streams. It runs at the priority of the
 * service, above the recognition of recordings, because people wait for its words as they speak.
 */
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { connectToParent } from '../../platform/process/parent-link.ts'
import { LiveRecognition } from './live-recognition.ts'
import type { Report, Request } from './live-recogniser-messages.ts'
import type { LiveEvent } from './live-stream.ts'
import type { StreamRecognition } from './stream-recognition.ts'

const send = connectToParent<Request[]>({
  onRequest: (requests) => {
    for (const request of requests) void perform(request)
  },
})
let unsent: Report[] = []
const streams = new Map<number, Promise<StreamRecognition>>()
const loading = LiveRecognition.load()
let models: string | undefined

/** Sends a report together with the others of this turn of the event loop. */
function report(one: Report): void {
  unsent.push(one)
  if (unsent.length > 1) return
  setImmediate(() => {
    send(unsent)
    unsent = []
  })
}

/** An error here affects all streams: the process ends, with the error on stderr. */
async function perform(request: Request): Promise<void> {
  if (request.type === 'models') {
    models = request.folder
    return
  }
  const { stream } = request
  if (request.type === 'open') {
    streams.set(stream, open(request))
    return
  }
  // Requests that arrive while the models load keep their order.
  const recognition = await streams.get(stream)
  if (recognition === undefined) return
  switch (request.type) {
    case 'write':
      await recognition.push(request.bytes)
      report({ type: 'consumed', stream, bytes: request.bytes.length })
      break
    case 'end':
      await recognition.end()
      streams.delete(stream)
      break
    case 'close':
      recognition.close()
      streams.delete(stream)
  }
}

async function open({ stream, options, startsAt }: Request & { type: 'open' }): Promise<StreamRecognition> {
  const recogniser = await loading
  const emit = (event: LiveEvent) => report({ type: 'event', stream, event })
  return recogniser.open(options, startsAt, emit, models === undefined ? [] : await pulledModels(models))
}
