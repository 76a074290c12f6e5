/** The recording on its way to the recogniser, which may be slower than the client, and may be lost and opened anew. */
import { bytesPerSecond, frameBytes, type LiveFormat } from '../audio/live-format.ts'
import type {
  ChannelPosition,
  LiveEvent,
  LiveRecogniser,
  LiveStream,
  LiveStreamOptions,
} from '../recognition/live/live-stream.ts'
import { RecogniserError } from '../recognition/recogniser-error.ts'
import type { Recording } from './recording.ts'

/** Bytes read at a time, where the recogniser has to catch up. */
const READ_BYTES = 65_536
/** Times in a row that the recogniser may be lost without having got any further. */
const MOST_LOSSES = 5
/**
 * Milliseconds until it is opened again, at most, doubled with each loss; at the first loss it is opened at once. All
 * sessions have one recogniser: when the sound of one of them makes it crash whenever it is opened, chance lets the
 * others get on in between, and only that one ends.
 */
const REOPEN_MS = 2_000

/** What is heard: the feed keeps losses to itself. */
export type Heard = Exclude<LiveEvent, { type: 'lost' }>

export interface FeedParts {
  readonly recogniser: LiveRecogniser
  readonly options: Omit<LiveStreamOptions, 'from'>
  /** Where recognition goes on, one for each channel. */
  readonly from: readonly ChannelPosition[]
  readonly recording: Recording
  readonly onHeard: (event: Heard) => void
  /** The recogniser fails at this sound again and again, or the recording cannot be read: nothing more is heard. */
  readonly onFailed: (error: unknown) => void
}

/** One session's sound, given to a recogniser from where its finals end. */
export class Feed {
  readonly #parts: FeedParts
  readonly #positions: { time: number; index: number }[]
  #stream: LiveStream | null = null
  /** Bytes of the recording that the stream has got. */
  #fed = 0
  #isBusy = false
  #isEnding = false
  #isEnded = false
  #losses = 0
  #reopening: NodeJS.Timeout | null = null

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#positions = parts.from.map((position) => ({ ...position }))
  }

  /** Opens the recogniser, and gives it what is recorded already. */
  open(): void {
    const { recogniser, options } = this.#parts
    const start = startOf(options.format, Math.min(...this.#positions.map(({ time }) => time)))
    this.#fed = start.bytes
    this.#isEnded = false
    const from = this.#positions.map((position) => ({ ...position }))
    const stream = recogniser.open({ ...options, from }, start.seconds, (event) => {
      if (stream === this.#stream) this.#hear(event)
    })
    this.#stream = stream
    this.#catchUp(stream)
  }

  /** More was recorded. What comes as fast as it is taken goes on at once; else it is read from the recording later. */
  written(position: number, bytes: Uint8Array): void {
    const stream = this.#stream
    if (stream === null || this.#isBusy || position !== this.#fed) return
    this.#isBusy = true
    this.#fed += bytes.length
    void stream.write(bytes).then(() => {
      if (stream === this.#stream) this.#catchUp(stream)
    }, this.#parts.onFailed)
  }

  /** Nothing more will be recorded: when all of it was heard, `ended` comes. */
  end(): void {
    this.#isEnding = true
    if (this.#stream !== null && !this.#isBusy) this.#catchUp(this.#stream)
  }

  /** Nothing more is to be heard. */
  close(): void {
    if (this.#reopening !== null) clearTimeout(this.#reopening)
    this.#stream?.close()
    this.#stream = null
  }

  #hear(event: LiveEvent): void {
    if (event.type === 'lost') return this.#lose(event.error)
    if (event.type === 'final') {
      const position = this.#positions[event.channel]
      if (position !== undefined) {
        position.time = Math.max(position.time, event.utterance.end)
        position.index = event.index + 1
        this.#losses = 0
      }
    }
    if (event.type === 'recognised') {
      for (const position of this.#positions) {
        if (event.seconds > position.time) this.#losses = 0
        position.time = Math.max(position.time, event.seconds)
      }
    }
    this.#parts.onHeard(event)
  }

  #lose(error: Error): void {
    this.#losses++
    this.#stream = null
    const isHopeless = error instanceof RecogniserError && !error.retryable
    if (isHopeless || this.#losses >= MOST_LOSSES) this.#parts.onFailed(error)
    else if (this.#losses === 1) this.open()
    else this.#reopening = setTimeout(() => this.open(), Math.random() * REOPEN_MS * 2 ** (this.#losses - 1))
  }

  /** Gives the stream what it has not got, from the recording. */
  #catchUp(stream: LiveStream): void {
    this.#isBusy = true
    this.#give(stream).catch((error: unknown) => {
      if (stream === this.#stream) this.#parts.onFailed(error)
    })
  }

  async #give(stream: LiveStream): Promise<void> {
    const { recording } = this.#parts
    while (stream === this.#stream && this.#fed < recording.size) {
      const bytes = await recording.read(this.#fed, READ_BYTES)
      if (stream !== this.#stream) return
      this.#fed += bytes.length
      await stream.write(bytes)
    }
    if (stream !== this.#stream) return
    this.#isBusy = false
    if (!this.#isEnding || this.#isEnded) return
    this.#isEnded = true
    stream.end()
  }
}

/** The last sample that begins at or before a time. */
function startOf(format: LiveFormat, time: number): { bytes: number; seconds: number } {
  const samples = Math.floor(time * format.sampleRate + 1e-6)
  return {
    bytes: samples * frameBytes(format),
    seconds: (samples * frameBytes(format)) / bytesPerSecond(format),
  }
}
