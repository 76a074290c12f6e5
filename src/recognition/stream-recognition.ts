/** Recognition of one live stream: bytes in, events out. */
import { LiveDecoder } from '../audio/live-decoder.ts'
import { SAMPLE_RATE } from '../audio/recording.ts'
import type { LanguageCode } from '../contract/languages.ts'
import type { Engine, LanguageIdentifier } from './engine.ts'
import { LiveChannel } from './live-channel.ts'
import type { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import { SpokenLanguage } from './spoken-language.ts'
import type { VoiceActivityListener } from './voice-activity.ts'

/** A stream with so many pieces of speech to be recognised takes no more sound until there are fewer. */
const MOST_BACKLOG = 3

/** Samples that are heard at a time: all channels keep step, and it is told how far everything is final. */
const STEP = SAMPLE_RATE / 2

/** What streams share. */
export interface SharedParts {
  readonly scheduler: LiveScheduler
  readonly listen: () => VoiceActivityListener
  readonly engineFor: (language: LanguageCode) => Promise<Engine>
  readonly languageIdentifier: () => Promise<LanguageIdentifier>
  /** Numbers the pieces of speech of all streams. */
  readonly nextOrder: () => number
}

export class StreamRecognition {
  readonly #emit: (event: LiveEvent) => void
  readonly #scheduler: LiveScheduler
  readonly #decoder: LiveDecoder
  readonly #channels: readonly LiveChannel[]
  /** For each channel, how many of the next samples lie before the place where it begins. */
  readonly #toSkip: number[]
  /** Samples since it was told how far everything is final. */
  #untold = 0
  #closed = false

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
          language: new SpokenLanguage(options, parts.languageIdentifier),
          engineFor: parts.engineFor,
          nextOrder: parts.nextOrder,
          emit: this.#emit,
          onSettled: () => this.#tellRecognised(),
        }),
    )
    const samples = (seconds: number) => Math.round(seconds * SAMPLE_RATE)
    this.#toSkip = options.from.map(({ time }) => Math.max(0, samples(time) - samples(startsAt)))
    this.#scheduler.add(this.#channels)
  }

  /** Hears more, and resolves when it can hear more still; one call at a time. */
  async push(bytes: Uint8Array): Promise<void> {
    await this.#hear(this.#decoder.push(bytes))
    while (!this.#closed && this.#channels.some(({ backlog }) => backlog >= MOST_BACKLOG))
      await this.#scheduler.progress()
  }

  /** There is no more sound: resolves when all of it is recognised. */
  async end(): Promise<void> {
    await this.#hear(this.#decoder.flush())
    await Promise.all(this.#channels.map((channel) => channel.finish()))
    void this.#scheduler.wake()
    while (!this.#closed && this.#channels.some(({ backlog }) => backlog > 0))
      await this.#scheduler.progress()
    this.#tellRecognised()
    this.#emit({ type: 'ended' })
    this.close()
  }

  /** No more events come. */
  close(): void {
    this.#closed = true
    this.#scheduler.remove(this.#channels)
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
