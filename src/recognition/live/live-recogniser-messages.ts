/** What the live recogniser's process and its parent say to each other. `stream` is the number of a stream. */
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'

/** To the child. */
export type Order =
  | {
      readonly type: 'open'
      readonly stream: number
      readonly options: LiveStreamOptions
      readonly startsAt: number
    }
  | { readonly type: 'write'; readonly stream: number; readonly bytes: Uint8Array }
  | { readonly type: 'end' | 'close'; readonly stream: number }

/** From the child. Each is a sign of life. */
export type Report =
  | { readonly type: 'event'; readonly stream: number; readonly event: LiveEvent }
  /** So many bytes were heard; as many more can be sent. */
  | { readonly type: 'heard'; readonly stream: number; readonly bytes: number }
