/** Feeds the audio of a session to a recogniser, which may fall behind the client, and may crash and be reopened. */
import { bytesPerSecond, frameBytes, type LiveFormat } from '../audio/live-format.ts'
import { isCounted, publish } from '../platform/metrics.ts'
import type { LiveEvent, LiveRecogniser, LiveStream, LiveStreamOptions } from '../speech/live/live-stream.ts'
import { afterFinal, type ChannelPosition, warmUpStart } from '../speech/live/channel-position.ts'
import { RecogniserError } from '../speech/recogniser-error.ts'
import type { SessionAudio } from './session-audio.ts'

/** Bytes per read while the recogniser catches up. */
const READ_BYTES = 65_536
/** Consecutive losses of the recogniser, without progress in between, after which the session fails. */
const MAX_LOSSES = 5
/**
 * The first loss reopens the recogniser at once; each further one after a random delay of up to this many milliseconds,
 * doubled with each loss. All sessions share one recogniser: if the audio of one crashes it, the random delays let the
 * others make progress in between, so that only that one fails.
 */
const REOPEN_MS = 2_000

/** An event of the recogniser, except for losses, which the feed handles. */
export type RecognitionEvent = Exclude<LiveEvent, { type: 'lost' }>

export interface FeedParts {
  readonly recogniser: LiveRecogniser
  readonly options: Omit<LiveStreamOptions, 'from'>
  /** Where recognition continues, for each channel. */
  readonly from: readonly ChannelPosition[]
  readonly audio: SessionAudio
  readonly onEvent: (event: RecognitionEvent) => void
  /** The recogniser repeatedly fails on this audio, or the audio cannot be read; no more events follow. */
  readonly onFailed: (error: unknown) => void
}

/** Feeds one session's audio to a recogniser, continuing where its finals end. */
export class Feed {
  readonly #parts: FeedParts
  readonly #delays = new FinalDelays()
  #positions: readonly ChannelPosition[]
  #stream: LiveStream | null = null
  /** Position in the audio up to which the stream was fed, in bytes. */
  #fed = 0
  #isBusy = false
  #isEnding = false
  #isEnded = false
  #losses = 0
  #reopening: NodeJS.Timeout | null = null

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#positions = parts.from
    parts.audio.on('written', (position, bytes) => this.#onWritten(position, bytes))
  }

  /** Opens the recogniser, and feeds it the audio recorded so far. */
  open(): void {
    const { recogniser, options } = this.#parts
    const start = startOf(options.format, warmUpStart(this.#positions))
    this.#fed = start.bytes
    this.#isEnded = false
    const stream = recogniser.open({ ...options, from: this.#positions }, start.seconds, (event) => {
      if (stream === this.#stream) this.#onEvent(event)
    })
    this.#stream = stream
    this.#catchUp(stream)
  }

  /** Says that no more audio follows. The `ended` event follows once all of it has been recognised. */
  end(): void {
    this.#isEnding = true
    if (this.#stream !== null && !this.#isBusy) this.#catchUp(this.#stream)
  }

  /** Stops recognition; no more events follow. */
  close(): void {
    if (this.#reopening !== null) clearTimeout(this.#reopening)
    this.#stream?.close()
    this.#stream = null
  }

  /** Passes audio on immediately while the recogniser keeps up; otherwise it is read from the file later. */
  #onWritten(position: number, bytes: Uint8Array): void {
    this.#delays.received((position + bytes.length) / bytesPerSecond(this.#parts.options.format))
    const stream = this.#stream
    if (stream === null || this.#isBusy || position !== this.#fed) return
    this.#isBusy = true
    this.#fed += bytes.length
    void stream.write(bytes).then(() => {
      if (stream === this.#stream) this.#catchUp(stream)
    }, this.#parts.onFailed)
  }

  #onEvent(event: LiveEvent): void {
    if (event.type === 'lost') return this.#onLost(event.error)
    if (event.type === 'final') {
      const { channel } = event
      this.#delays.recognisedFinal(event.utterance.end)
      this.#positions = this.#positions.map((one, i) => (i === channel ? afterFinal(one, event) : one))
      this.#losses = 0
    }
    if (event.type === 'recognised') {
      const { seconds } = event
      this.#delays.forgetBefore(seconds)
      if (this.#positions.some(({ time }) => time < seconds)) this.#losses = 0
      this.#positions = this.#positions.map((one) => ({ ...one, time: Math.max(one.time, seconds) }))
    }
    this.#parts.onEvent(event)
  }

  #onLost(error: Error): void {
    this.#losses++
    this.#stream = null
    const isPermanent = error instanceof RecogniserError && !error.retryable
    if (isPermanent || this.#losses >= MAX_LOSSES) this.#parts.onFailed(error)
    else if (this.#losses === 1) this.open()
    else this.#reopening = setTimeout(() => this.open(), Math.random() * REOPEN_MS * 2 ** (this.#losses - 1))
  }

  /** Feeds the stream from the file until it has all of it. */
  #catchUp(stream: LiveStream): void {
    this.#isBusy = true
    this.#feed(stream).catch((error: unknown) => {
      if (stream === this.#stream) this.#parts.onFailed(error)
    })
  }

  async #feed(stream: LiveStream): Promise<void> {
    const { audio } = this.#parts
    while (stream === this.#stream && this.#fed < audio.size) {
      const bytes = await audio.read(this.#fed, READ_BYTES)
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

/** The start of the last sample that begins at or before a time. */
function startOf(format: LiveFormat, time: number): { bytes: number; seconds: number } {
  // The tolerance keeps a time that is an exact sample from being rounded down to the one before.
  const samples = Math.floor(time * format.sampleRate + 1e-6)
  const bytes = samples * frameBytes(format)
  return { bytes, seconds: bytes / bytesPerSecond(format) }
}

/** Seconds of audio between two recorded times: the precision of the delays. */
const STEP_SECONDS = 0.05

/** Measures the delay of finals after the end of their speech was received. Times in the audio are in seconds. */
export class FinalDelays {
  #received: { readonly seconds: number; readonly at: number }[] = []
  #lastSeconds = -Infinity

  /** Records that audio up to a time has been received. */
  received(seconds: number): void {
    if (seconds - this.#lastSeconds < STEP_SECONDS || !isCounted('liveFinal')) return
    this.#lastSeconds = seconds
    this.#received.push({ seconds, at: performance.now() })
  }

  /** Publishes the delay of a final whose speech ended at a time. */
  recognisedFinal(end: number): void {
    const received = this.#received.find(({ seconds }) => seconds >= end)
    if (received === undefined) return
    publish('liveFinal', { seconds: (performance.now() - received.at) / 1000 })
  }

  /** Says that no further final ends before a time. */
  forgetBefore(end: number): void {
    const index = this.#received.findIndex(({ seconds }) => seconds >= end)
    this.#received = index === -1 ? [] : this.#received.slice(index)
  }
}
