/** Recognition of one live stream: bytes in, events out. */
import { LiveDecoder } from '../../audio/live-decoder.ts'
import { bytesPerSecond } from '../../audio/live-format.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { EngineThread } from './engine-thread.ts'
import { LiveChannel } from './live-channel.ts'
import type { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import type { NoiseSuppressorStream } from '../speech/noise-suppressor.ts'
import { SpokenLanguage } from './spoken-language.ts'
import type { VoiceActivityStream } from '../speech/voice-activity.ts'

/** A stream with so many pieces of speech to be recognised takes no more sound until there are fewer. */
const MAX_BACKLOG = 3

/** Samples that are heard at a time: all channels keep step, and it is told how far everything is final. */
const STEP = SAMPLE_RATE / 2

/** A stream with more sound waiting than this, in seconds, is behind: nobody sees its partials while they are new. */
const BEHIND = 1

/** What streams share. */
export interface SharedParts {
  readonly scheduler: LiveScheduler
  readonly listen: () => VoiceActivityStream
  readonly suppressNoise: () => NoiseSuppressorStream
  readonly engines: EngineThread
  /** Numbers the pieces of speech of all streams. */
  readonly nextOrder: () => number
}

export class StreamRecognition {
  readonly #emit: (event: LiveEvent) => void
  readonly #scheduler: LiveScheduler
  readonly #decoder: LiveDecoder
  readonly #channels: readonly LiveChannel[]
  /** One for each channel, where noise is taken out. */
  readonly #suppressors: readonly NoiseSuppressorStream[]
  /** For each channel, how many of the next samples lie before the place where it begins. */
  readonly #toSkip: number[]
  /** Samples since it was told how far everything is final. */
  #untold = 0
  /** Bytes that were received and not heard yet, and how many of them mean that the stream is behind. */
  #waiting = 0
  readonly #mostWaiting: number
  #ending = false
  #closed = false
  #turn: Promise<void> = Promise.resolve()

  constructor(
    options: LiveStreamOptions,
    startsAt: number,
    emit: (event: LiveEvent) => void,
    parts: SharedParts,
  ) {
    this.#emit = (event) => {
      if (!this.#closed) emit(event)
    }
    this.#scheduler = parts.scheduler
    this.#decoder = new LiveDecoder(options.format)
    this.#channels = options.from.map(
      (from, channel) =>
        new LiveChannel({
          channel,
          from,
          segmentation: options,
          listener: parts.listen(),
          language: new SpokenLanguage(options, parts.engines),
          engines: parts.engines,
          nextOrder: parts.nextOrder,
          emit: this.#emit,
          onSettled: () => this.#tellRecognised(),
          isBehind: () => this.#ending || this.#waiting > this.#mostWaiting,
        }),
    )
    this.#suppressors = options.audioEnhancer ? this.#channels.map(() => parts.suppressNoise()) : []
    this.#mostWaiting = BEHIND * bytesPerSecond(options.format)
    const samples = (seconds: number) => Math.round(seconds * SAMPLE_RATE)
    this.#toSkip = options.from.map(({ time }) => Math.max(0, samples(time) - samples(startsAt)))
    this.#scheduler.add(this.#channels)
  }

  /** Hears more, after what it was given before, and resolves when it can hear more still. */
  push(bytes: Uint8Array): Promise<void> {
    this.#waiting += bytes.length
    return this.#next(async () => {
      await this.#hear(this.#enhanced(this.#decoder.push(bytes)))
      this.#waiting -= bytes.length
      await this.#until(MAX_BACKLOG - 1)
    })
  }

  /** There is no more sound: resolves when all of it is recognised. */
  end(): Promise<void> {
    this.#ending = true
    return this.#next(async () => {
      await this.#hear(this.#enhanced(this.#decoder.flush()))
      await this.#hear(this.#suppressors.map((suppressor) => suppressor.flush()))
      await Promise.all(this.#channels.map((channel) => channel.finish()))
      await this.#until(0)
      this.#tellRecognised()
      this.#emit({ type: 'ended' })
      this.close()
    })
  }

  /** No more events come. */
  close(): void {
    this.#closed = true
    this.#scheduler.remove(this.#channels)
    for (const suppressor of this.#suppressors) suppressor.close()
  }

  /** One thing after another, and nothing after it is closed. */
  #next(action: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(() => (this.#closed ? undefined : action()))
    return this.#turn
  }

  /** Waits until no channel has more pieces of speech to be recognised than that. */
  async #until(backlog: number): Promise<void> {
    void this.#scheduler.wake()
    while (!this.#closed && this.#channels.some((channel) => channel.backlog > backlog))
      await this.#scheduler.progress()
  }

  #enhanced(samples: readonly Float32Array[]): readonly Float32Array[] {
    if (this.#closed || this.#suppressors.length === 0) return samples
    return this.#suppressors.map((suppressor, channel) => suppressor.push(samples[channel]!))
  }

  /** @param samples - of each channel, equally many */
  async #hear(samples: readonly Float32Array[]): Promise<void> {
    const length = samples[0]?.length ?? 0
    for (let at = 0; at < length && !this.#closed; at += STEP) {
      const step = samples.map((own) => own.subarray(at, at + STEP))
      await Promise.all(this.#channels.map((channel, i) => channel.push(this.#heardBy(i, step[i]!))))
      void this.#scheduler.wake()
      this.#untold += step[0]!.length
      if (this.#untold >= STEP) this.#tellRecognised()
    }
  }

  /** Without what lies before the place where the channel begins. */
  #heardBy(channel: number, samples: Float32Array): Float32Array {
    const skipped = Math.min(this.#toSkip[channel]!, samples.length)
    this.#toSkip[channel]! -= skipped
    return samples.subarray(skipped)
  }

  #tellRecognised(): void {
    this.#untold = 0
    const seconds = Math.min(...this.#channels.map((channel) => channel.recognised))
    this.#emit({ type: 'recognised', seconds })
  }
}
