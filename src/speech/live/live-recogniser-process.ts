/**
 * Runs live recognition for all streams in a child process, so that a crash costs sessions some seconds instead of ending
 * them.
 */
import { SupervisedProcess } from '../../platform/process/supervised-process.ts'
import { RecogniserError } from '../recogniser-error.ts'
import type { Report, Request } from './live-recogniser-messages.ts'
import type { LiveEvent, LiveRecogniser, LiveStream, LiveStreamOptions } from './live-stream.ts'

/** Bytes of a stream that may be in transit before `write` waits: about 10 s of stereo at 48 kHz. */
const MAX_UNCONSUMED_BYTES = 2 ** 21

/**
 * Milliseconds for which audio waits for audio of other streams. Voice activity detection for all streams in one run
 * costs 0.4 of what separate runs cost.
 */
const BATCH_MS = 20

interface LiveRecogniserOptions {
  /** The folder of the pulled models, read before each stream; by default, none are used. */
  readonly models?: string
  /** Seconds without a report, while one is due, after which the process counts as hung. */
  readonly stallSeconds?: number
}

export class LiveRecogniserProcess implements LiveRecogniser {
  readonly #process: SupervisedProcess<Request[], Report[]>
  readonly #streams = new Map<number, OpenStream>()
  #unsent: Request[] = []
  #batch: NodeJS.Timeout | undefined
  #opened = 0

  constructor({ models, stallSeconds = 120 }: LiveRecogniserOptions = {}) {
    this.#process = new SupervisedProcess({
      module: new URL('live-recogniser-child.ts', import.meta.url),
      serialization: 'advanced',
      ...(models !== undefined && { firstRequest: [{ type: 'models', folder: models }] }),
      stallSeconds,
      isBusy: () => this.#streams.values().some((stream) => stream.isWaiting),
      onReport: (reports) => {
        for (const report of reports) this.#receive(report)
      },
      onLost: (cause) => {
        const code = cause.code === 'stalled' ? 'stalled' : 'crashed'
        const error = new RecogniserError(code, `The live recogniser ${code}`, { cause })
        const lost = [...this.#streams.values()]
        // Cleared first, because a stream may be reopened as soon as it is reported lost.
        this.#streams.clear()
        this.#unsent = []
        for (const stream of lost) stream.lose(error)
      },
    })
  }

  /** The process ID of the child, if one is running. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream {
    const number = this.#opened++
    const stream = new OpenStream(number, onEvent, (request) => this.#send(request))
    this.#streams.set(number, stream)
    this.#send({ type: 'open', stream: number, options, startsAt })
    return stream
  }

  /** Ends the process; open streams end without another event. */
  async close(): Promise<void> {
    for (const stream of this.#streams.values()) stream.close()
    await this.#process.close()
  }

  #send(request: Request): void {
    if (request.type === 'close') this.#streams.delete(request.stream)
    this.#unsent.push(request)
    if (request.type === 'write') this.#batch ??= setTimeout(() => this.#flush(), BATCH_MS)
    else this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#batch)
    this.#batch = undefined
    if (this.#unsent.length > 0) this.#process.send(this.#unsent)
    this.#unsent = []
  }

  #receive(report: Report): void {
    const stream = this.#streams.get(report.stream)
    if (report.type === 'consumed') {
      stream?.consumed(report.bytes)
      return
    }
    if (report.event.type === 'ended') this.#streams.delete(report.stream)
    stream?.receive(report.event)
  }
}

class OpenStream implements LiveStream {
  readonly #number: number
  readonly #onEvent: (event: LiveEvent) => void
  readonly #send: (request: Request) => void
  #unconsumedBytes = 0
  #isEnding = false
  #isOver = false
  #writable = Promise.withResolvers<void>()

  constructor(number: number, onEvent: (event: LiveEvent) => void, send: (request: Request) => void) {
    this.#number = number
    this.#onEvent = onEvent
    this.#send = send
  }

  /** Whether a report from the recogniser is due. */
  get isWaiting(): boolean {
    return !this.#isOver && (this.#unconsumedBytes > 0 || this.#isEnding)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isOver || this.#isEnding || bytes.length === 0) return
    this.#unconsumedBytes += bytes.length
    this.#send({ type: 'write', stream: this.#number, bytes })
    while (this.#unconsumedBytes > MAX_UNCONSUMED_BYTES && !this.#isOver) await this.#writable.promise
  }

  end(): void {
    if (this.#isOver || this.#isEnding) return
    this.#isEnding = true
    this.#send({ type: 'end', stream: this.#number })
  }

  close(): void {
    if (this.#isOver) return
    this.#finish()
    this.#send({ type: 'close', stream: this.#number })
  }

  consumed(bytes: number): void {
    this.#unconsumedBytes -= bytes
    this.#resumeWriters()
  }

  receive(event: LiveEvent): void {
    if (this.#isOver) return
    if (event.type === 'ended') this.#finish()
    this.#onEvent(event)
  }

  lose(error: Error): void {
    if (this.#isOver) return
    this.#finish()
    this.#onEvent({ type: 'lost', error })
  }

  #finish(): void {
    this.#isOver = true
    this.#resumeWriters()
  }

  #resumeWriters(): void {
    this.#writable.resolve()
    this.#writable = Promise.withResolvers()
  }
}
