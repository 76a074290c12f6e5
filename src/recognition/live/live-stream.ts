/**
 * Recognition of sound while it is spoken, as the live room sees it. `LiveRecogniserProcess` is the one that does it.
 */
import type { LiveFormat } from '../../audio/live-format.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance } from '../../contract/transcript.ts'

/** How a stream is to be heard; times in seconds. */
export interface LiveStreamOptions {
  readonly format: LiveFormat
  /** What is spoken. One: that one. Several: one of them. None: any. */
  readonly languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  readonly codeSwitching: boolean
  /** The silence that ends an utterance. */
  readonly endpointing: number
  /** An utterance is ended after this time even without a silence. */
  readonly maximumDuration: number
  /** How sure voice activity detection must be to call it speech, 0–1. */
  readonly speechThreshold: number
  /** Whether noise is taken out of the sound before it is recognised. */
  readonly audioEnhancer: boolean
  /** Where recognition begins, one for each channel: a new session begins at 0, 0. */
  readonly from: readonly ChannelPosition[]
}

/** A place in the sound of one channel behind which everything has become final. */
export interface ChannelPosition {
  /** Seconds from the start of the session. What lies before it is not heard again. */
  readonly time: number
  /** Index of the next utterance, counted from 0. */
  readonly index: number
}

/** What is heard. Times are seconds from the start of the session. */
export type LiveEvent =
  | { readonly type: 'speech_start' | 'speech_end'; readonly channel: number; readonly time: number }
  | {
      readonly type: 'pre_processing'
      readonly channel: number
      /** Start and end of the block, about a second. */
      readonly range: readonly [number, number]
      /** The highest of the block, 0–1. */
      readonly speechProbability: number
      /** How much louder the block was made, in decibels. */
      readonly gainDb: number
    }
  /** Partials and the final of an utterance have one index; finals of a channel come in the order of their indices. */
  | {
      readonly type: 'partial' | 'final'
      readonly channel: number
      readonly index: number
      readonly utterance: Utterance
    }
  /** On every channel, everything before this time has become final. At least once a second of sound. */
  | { readonly type: 'recognised'; readonly seconds: number }
  /** After `end()`: everything was recognised, and nothing more comes. */
  | { readonly type: 'ended' }
  /** The recogniser is lost, and nothing more comes: open another stream where this one's finals ended. */
  | { readonly type: 'lost'; readonly error: Error }

/** One session's sound on its way to the recogniser. */
export interface LiveStream {
  /**
   * The next bytes, cut anywhere, as they stand in the file (a header left out).
   * Resolves when the recogniser can take more: whoever has a lot to send, as after a restart, waits for it.
   */
  write(bytes: Uint8Array): Promise<void>
  /** There is no more sound: what is open becomes final. */
  end(): void
  /** Nobody wants to know any longer; no more events come. */
  close(): void
}

/** Opens streams; all of them share one machine, fairly. */
export interface LiveRecogniser {
  /**
   * @param startsAt seconds from the start of the session at which the first byte that is written lies: on a frame
   *   border, and not after any of `options.from`
   */
  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream
  close(): Promise<void>
}
