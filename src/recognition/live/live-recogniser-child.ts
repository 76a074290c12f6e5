/**
 * The live recogniser's own process, started by `live-recogniser-process.ts`: hears every live stream. Somebody waits for
 * its words: it has the priority of the service itself, before the recognition of recordings.
 */
import { LiveRecognition } from './live-recognition.ts'
import type { Order, Report } from './live-recogniser-messages.ts'
import type { LiveEvent } from './live-stream.ts'
import type { StreamRecognition } from './stream-recognition.ts'

// A supervisor may signal every process of the service at once. Its main process then drains, and needs this one for it.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

// The parent is gone, perhaps by kill -9: it will have everything recognised again.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const streams = new Map<number, StreamRecognition>()
const loading = LiveRecognition.load()

process.on('message', (order: Order) => void obey(order))

/** What fails here fails all: the process ends, and says why on stderr. */
async function obey(order: Order): Promise<void> {
  const { stream } = order
  // While the first is loading, all orders wait for it in their order.
  const recogniser = await loading
  if (order.type === 'open') {
    const emit = (event: LiveEvent) => report({ type: 'event', stream, event })
    streams.set(stream, recogniser.open(order.options, order.startsAt, emit))
    return
  }
  const recognition = streams.get(stream)
  if (recognition === undefined) return
  switch (order.type) {
    case 'write':
      await recognition.push(order.bytes)
      report({ type: 'heard', stream, bytes: order.bytes.length })
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

function report(message: Report): void {
  process.send?.(message)
}
