/** The interface of live recognition; `LiveRecogniserProcess` implements it. */
import type { LiveFormat } from '../../audio/live-format.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance } from '../../contract/transcript.ts'
import type { ChannelPosition } from './channel-position.ts'

/** Times in seconds. */
export interface LiveStreamOptions {
  readonly format: LiveFormat
  /** The expected languages. One: that language. Several: one of them. Empty: any. */
  readonly languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  readonly codeSwitching: boolean
  /** The silence that ends an utterance. */
  readonly endpointing: number
  /** The duration after which an utterance ends even without silence. */
  readonly maximumDuration: number
  /** The probability from which audio counts as speech, 0–1. */
  readonly speechThreshold: number
  /** Whether noise is suppressed before recognition. */
  readonly audioEnhancer: boolean
  /** Where recognition begins on each channel. Audio that is written from before this position is not recognised again. */
  readonly from: readonly ChannelPosition[]
}

/** Times in seconds from the start of the session. */
export type LiveEvent =
  /** Not emitted for speech that was already in progress at the start of the stream. */
  | { readonly type: 'speech_start' | 'speech_end'; readonly channel: number; readonly time: number }
  | ({ readonly type: 'pre_processing'; readonly channel: number } & PreProcessedBlock)
  /** The partials and the final of an utterance have the same index; the finals of a channel come in order of index. */
  | {
      readonly type: 'partial'
      readonly channel: number
      readonly index: number
      readonly utterance: Utterance
    }
  | {
      readonly type: 'final'
      readonly channel: number
      readonly index: number
      readonly utterance: Utterance
      /** Where its audio ends. A stream that is opened after this event continues there. */
      readonly until: number
    }
  /** Speech in which no words have been recognised so far; words of a later final may fall into it. */
  | {
      readonly type: 'unrecognised'
      readonly channel: number
      readonly start: number
      readonly end: number
    }
  /** On every channel, everything before this time is final. Emitted at least once per second of audio. */
  | { readonly type: 'recognised'; readonly seconds: number }
  /** The last event after `end()`: everything was recognised. */
  | { readonly type: 'ended' }
  /** The last event if the recogniser is lost. Open another stream where the finals of this one ended. */
  | { readonly type: 'lost'; readonly error: Error }

/** About a second of audio of one channel, after pre-processing. Times in seconds from the start of the session. */
export interface PreProcessedBlock {
  /** Start and end. */
  readonly range: readonly [number, number]
  /** The highest in the block, 0–1. */
  readonly speechProbability: number
  /** Amplification, in decibels. */
  readonly gainDb: number
}

/** The audio of one session, as input of the recogniser. */
export interface LiveStream {
  /**
   * Writes the next bytes of the recording, without a header, split anywhere. Resolves when the recogniser can take more.
   * This backpressure matters when much audio is sent again after a restart.
   */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the audio; open utterances become final. */
  end(): void
  /** Stops recognition; no more events are emitted. */
  close(): void
}

/** Opens streams, which share the machine fairly. */
export interface LiveRecogniser {
  /**
   * @param startsAt - position of the first byte that will be written, in seconds from the start of the session:
   *   `warmUpStart` of `options.from`
   */
  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream
  close(): Promise<void>
}
