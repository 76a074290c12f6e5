import type {
  LiveEvent,
  LiveRecogniser,
  LiveStream,
  LiveStreamOptions,
} from '../../speech/live/live-stream.ts'
import { RecogniserError } from '../../speech/recogniser-error.ts'

/** A stream whose events the test emits. */
export class StandInStream implements LiveStream {
  readonly options: LiveStreamOptions
  readonly startsAt: number
  readonly emit: (event: LiveEvent) => void
  isEnded = false
  isClosed = false
  /** While set, writes wait for it. */
  halt: Promise<void> | null = null
  readonly #chunks: Uint8Array[] = []
  #changed = Promise.withResolvers<void>()

  constructor(options: LiveStreamOptions, startsAt: number, emit: (event: LiveEvent) => void) {
    this.options = options
    this.startsAt = startsAt
    this.emit = emit
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#chunks.push(Uint8Array.from(bytes))
    this.#change()
    await this.halt
  }

  end(): void {
    this.isEnded = true
    this.#change()
    setImmediate(() => this.emit({ type: 'ended' }))
  }

  close(): void {
    this.isClosed = true
  }

  lose(): void {
    this.emit({ type: 'lost', error: new RecogniserError('crashed', 'The recogniser crashed.') })
  }

  /** Emits an utterance of one word. */
  say(type: 'partial' | 'final', index: number, word: string, start: number, end: number, channel = 0): void {
    const words = [{ word, start, end, confidence: 1 }]
    const utterance = { start, end, confidence: 1, channel, words, text: word, language: 'en' as const }
    this.emit({ type, channel, index, utterance, ...(type === 'final' ? { until: end } : {}) } as LiveEvent)
  }

  /** Resolves once that many bytes were written. */
  async received(length: number): Promise<void> {
    while (this.bytes.length < length) await this.#changed.promise
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** A recogniser for tests of its surroundings. */
export class StandInRecogniser implements LiveRecogniser {
  readonly streams: StandInStream[] = []

  /** The last opened stream. */
  get stream(): StandInStream {
    const stream = this.streams.at(-1)
    if (stream === undefined) throw new Error('no stream was opened')
    return stream
  }

  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream {
    this.streams.push(new StandInStream(options, startsAt, onEvent))
    return this.stream
  }

  async close(): Promise<void> {}
}
