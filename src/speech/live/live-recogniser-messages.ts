/**
 * What a live recogniser process and the service send each other, several at once: a message of its own for each chunk of each
 * stream costs more than the rest of a silent stream. `stream` is the number of a stream.
 */
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'

/** To the child. */
export type Request =
  /** The folder of the pulled models, before anything else. */
  | { readonly type: 'models'; readonly folder: string }
  | {
      readonly type: 'open'
      readonly stream: number
      readonly options: LiveStreamOptions
      readonly startsAt: number
    }
  | { readonly type: 'write'; readonly stream: number; readonly bytes: Uint8Array }
  | { readonly type: 'end' | 'close'; readonly stream: number }

/** From the child. */
export type Report =
  | { readonly type: 'event'; readonly stream: number; readonly event: LiveEvent }
  /** This many bytes were taken in; as many more can be sent. */
  | { readonly type: 'consumed'; readonly stream: number; readonly bytes: number }
