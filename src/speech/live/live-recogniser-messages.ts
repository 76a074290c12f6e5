/**
 * The messages between a live recogniser process and the service. Both sides send several at once, because a separate
 * message for each chunk of each stream costs more than the rest of a silent stream. `stream` identifies a stream by its
 * number.
 */
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'

/** To the child. */
export type Request =
  /** The folder of the pulled models; sent before anything else. */
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
  /** These bytes were taken in; as many more may be sent. */
  | { readonly type: 'consumed'; readonly stream: number; readonly bytes: number }
