/** Recognition of one live stream: bytes in, events out. */
import { LiveDecoder } from '../../audio/live-decoder.ts'
import { bytesPerSecond } from '../../audio/live-format.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { NoiseSuppressorStream } from '../analysis/noise-suppressor.ts'
import type { VoiceActivityStream } from '../analysis/voice-activity.ts'
import type { EngineThread } from '../engines/engine-thread.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { PunctuationThread } from '../punctuation/punctuation-thread.ts'
import { LiveChannel } from './live-channel.ts'
import type { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import type { ExpectedLanguages } from '../analysis/own-language.ts'
import { spokenLanguage } from './spoken-language.ts'

/** While a channel has this many unrecognised segments, no more audio is taken. */
const MAX_BACKLOG = 3

/** Samples processed at a time: all channels stay in step, and progress is reported after each step. */
const STEP = SAMPLE_RATE / 2

/** A stream with more audio waiting than this, in seconds, is behind, and partials would be out of date. */
const BEHIND_SECONDS = 1

/** What streams share. */
export interface SharedParts {
  readonly scheduler: LiveScheduler
  readonly openVoiceActivity: () => VoiceActivityStream
  readonly openNoiseSuppressor: () => NoiseSuppressorStream
  readonly engines: EngineThread
  /** The engines that identify a language and recognise it when the words of the expected one are doubtful. */
  readonly identifyingEngines: () => EngineThread
  readonly identifies: ExpectedLanguages['identifies']
  readonly streamingModels: StreamingModels
  /** For streaming models that write no punctuation. */
  readonly punctuation: PunctuationThread
  /** Numbers the segments of all streams. */
  readonly nextOrder: () => number
}

export class StreamRecognition {
  readonly #emit: (event: LiveEvent) => void
  readonly #scheduler: LiveScheduler
  readonly #decoder: LiveDecoder
  readonly #channels: readonly LiveChannel[]
  /** One per channel; empty unless noise is suppressed. */
  readonly #suppressors: readonly NoiseSuppressorStream[]
  /** Samples since progress was last reported. */
  #unreported = 0
  /** Bytes received but not yet processed. */
  #waitingBytes = 0
  readonly #behindBytes: number
  #state: 'open' | 'ending' | 'closed' = 'open'
  #queue: Promise<void> = Promise.resolve()

  constructor(
    options: LiveStreamOptions,
    startsAt: number,
    emit: (event: LiveEvent) => void,
    parts: SharedParts,
  ) {
    this.#emit = (event) => {
      if (this.#state !== 'closed') emit(event)
    }
    this.#scheduler = parts.scheduler
    this.#decoder = new LiveDecoder(options.format)
    this.#behindBytes = BEHIND_SECONDS * bytesPerSecond(options.format)
    const { languages } = options
    const mayStream = parts.streamingModels.languages.some(
      (language) => languages.length === 0 || languages.includes(language),
    )
    this.#channels = options.from.map(
      (from, channel) =>
        new LiveChannel({
          channel,
          from,
          start: Math.round(startsAt * SAMPLE_RATE),
          segmentation: options,
          voiceActivity: parts.openVoiceActivity(),
          language: spokenLanguage(options, parts.engines, from.language),
          languages: { named: options.languages, identifies: parts.identifies },
          engines: parts.engines,
          identifyingEngines: parts.identifyingEngines,
          streamingModels: parts.streamingModels,
          punctuation: parts.punctuation,
          mayStream,
          nextOrder: parts.nextOrder,
          emit: this.#emit,
          onRecognised: () => {
            this.#reportProgress()
            this.#scheduler.advance()
          },
          isBehind: () => this.#state !== 'open' || this.#waitingBytes > this.#behindBytes,
        }),
    )
    this.#suppressors = options.audioEnhancer ? this.#channels.map(() => parts.openNoiseSuppressor()) : []
    this.#scheduler.add(this.#channels)
  }

  /** Processes more bytes after those pushed before. Resolves when the stream can take more. */
  push(bytes: Uint8Array): Promise<void> {
    this.#waitingBytes += bytes.length
    return this.#enqueue(async () => {
      await this.#process(this.#suppressNoise(this.#decoder.push(bytes)))
      this.#waitingBytes -= bytes.length
      await this.#backlogAtMost(MAX_BACKLOG - 1)
    })
  }

  /** Ends the audio. Resolves when all of it is recognised. */
  end(): Promise<void> {
    if (this.#state === 'open') this.#state = 'ending'
    return this.#enqueue(async () => {
      await this.#process(this.#suppressNoise(this.#decoder.flush()))
      await this.#process(this.#suppressors.map((suppressor) => suppressor.flush()))
      await Promise.all(this.#channels.map((channel) => channel.finish()))
      await this.#backlogAtMost(0)
      this.#reportProgress()
      this.#emit({ type: 'ended' })
      this.close()
    })
  }

  /** Stops; no more events are emitted. */
  close(): void {
    this.#state = 'closed'
    this.#scheduler.remove(this.#channels)
    for (const channel of this.#channels) channel.close()
    for (const suppressor of this.#suppressors) suppressor.close()
  }

  /** Runs actions one after another, and none after the stream is closed. */
  #enqueue(action: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#state === 'closed' ? undefined : action()))
    return this.#queue
  }

  /** Waits until no channel has more unrecognised segments than this. */
  async #backlogAtMost(backlog: number): Promise<void> {
    void this.#scheduler.wake()
    while (this.#state !== 'closed' && this.#channels.some((channel) => channel.backlog > backlog))
      await this.#scheduler.progress()
  }

  #suppressNoise(samples: readonly Float32Array[]): readonly Float32Array[] {
    if (this.#state === 'closed' || this.#suppressors.length === 0) return samples
    return this.#suppressors.map((suppressor, channel) => suppressor.push(samples[channel]!))
  }

  /** @param samples - of each channel, all equally long */
  async #process(samples: readonly Float32Array[]): Promise<void> {
    const length = samples[0]?.length ?? 0
    for (let at = 0; at < length && this.#state !== 'closed'; at += STEP) {
      const step = samples.map((own) => own.subarray(at, at + STEP))
      await Promise.all(this.#channels.map((channel, i) => channel.push(step[i]!)))
      void this.#scheduler.wake()
      this.#unreported += step[0]!.length
      if (this.#unreported >= STEP) this.#reportProgress()
    }
  }

  #reportProgress(): void {
    this.#unreported = 0
    const seconds = Math.min(...this.#channels.map((channel) => channel.recognised))
    this.#emit({ type: 'recognised', seconds })
  }
}
