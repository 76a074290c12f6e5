/** The thread that `streaming-thread.ts` starts. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage } from '../../../models/collect-garbage.ts'
import { PulledModel } from '../../../models/pulled/pulled-model.ts'
import { type ModelStream, StreamingModel } from './streaming-model.ts'
import type { ModelFields, StreamRequest, StreamResponse } from './streaming-thread.ts'

/** The number of closed streams after which they are freed, which takes some milliseconds. */
const CLOSED = 10

/** A request, answered once its stream is decoded as far as possible. */
interface Asked {
  readonly number: number
  readonly stream: ModelStream
  readonly samples: Float32Array
  readonly toEnd: boolean
}

/** A request whose audio was passed to the stream. */
interface Begun extends Asked {
  readonly silence: number
}

const streams = new Map<number, ModelStream>()
let asked: Asked[] = []
let working = false
let closed = 0

const { description, folder, id } = workerData as ModelFields
const loading = StreamingModel.load(new PulledModel(description, folder, id))
parentPort?.on('message', (request: StreamRequest) => void perform(request))
try {
  await loading
  respond({ type: 'loaded' })
} catch (error) {
  respond({ type: 'loaded', error })
}

async function perform(request: StreamRequest): Promise<void> {
  const model = await loading
  const { type, stream: number } = request
  if (type === 'open') streams.set(number, model.open(request.language))
  else if (type === 'close') {
    streams.delete(number)
    closed = (closed + 1) % CLOSED
    if (closed === 0) await collectGarbage()
  } else {
    const stream = streams.get(number)
    if (stream === undefined) return
    asked.push({ number, stream, samples: request.samples, toEnd: request.toEnd })
    await work(model)
  }
}

/** Decodes one window of every stream at a time, including streams requested in the meantime. */
async function work(model: StreamingModel): Promise<void> {
  if (working) return
  working = true
  let begun: Begun[] = []
  while (asked.length > 0 || begun.length > 0) {
    const busy = new Set(begun.map(({ number }) => number))
    const waiting = asked
    asked = []
    for (const one of waiting) {
      // Requests for the same stream are handled one after another.
      if (busy.has(one.number)) asked.push(one)
      else {
        busy.add(one.number)
        one.stream.push(one.samples)
        begun.push({ ...one, silence: one.toEnd ? one.stream.pad() : 0 })
      }
    }
    begun = begun.filter(({ number }) => streams.has(number))
    model.decodeNext(begun.map(({ stream }) => stream))
    for (const { number, stream, silence } of begun)
      if (!model.isReady(stream))
        respond({ type: 'heard', stream: number, tokens: model.tokensOf(stream), silence })
    begun = begun.filter(({ stream }) => model.isReady(stream))
    await nextTurn()
  }
  working = false
}

function respond(response: StreamResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(response)
}
