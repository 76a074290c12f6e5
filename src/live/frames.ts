/** Parses the frames of a client, and limits how many it may send. */
import { clientFrame } from '../contract/live-messages.ts'

/** A parsed frame; `reason` is for the client. */
export type ClientFrame =
  | { readonly type: 'audio'; readonly bytes: Buffer }
  | { readonly type: 'stop' }
  | { readonly type: 'invalid audio' | 'malformed'; readonly reason: string }

/** Both alphabets of RFC 4648, with or without padding. */
const BASE64 = /^([\w+/-]*)={0,2}$/

export function parseFrame(text: Buffer): ClientFrame {
  let json: unknown
  try {
    json = JSON.parse(text.toString())
  } catch {
    return { type: 'malformed', reason: 'A text frame must be JSON. Send audio as a binary frame.' }
  }
  const parsed = clientFrame.safeParse(json)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'frame'}: ${message}`)
    return { type: 'malformed', reason: `The frame is malformed. ${faults.join('; ')}.` }
  }
  if (parsed.data.type === 'stop_recording') return { type: 'stop' }
  const { chunk } = parsed.data.data
  const digits = BASE64.exec(chunk)?.[1]
  // A single digit is less than a byte.
  if (digits === undefined || digits.length % 4 === 1)
    return { type: 'invalid audio', reason: 'data.chunk: must be base64' }
  return { type: 'audio', bytes: Buffer.from(chunk, 'base64') }
}

/** Frames per second of audio that are free. An audio worklet in a browser sends 375. */
const FREE_FRAMES = 400
/** How many further frames are allowed per second, … */
const FRAMES_PER_SECOND = 20
/** … and as a burst. */
const MAX_FRAMES = 200

/**
 * A token bucket for frames with little or no audio. Every frame, however short, costs a line of the journal and a
 * message: without a limit, empty frames wrote 21 MB to a journal within seconds.
 */
export class FrameAllowance {
  readonly #freeBytes: number
  #left = MAX_FRAMES
  #filledAt = performance.now()

  /** @param bytesPerSecond of the audio */
  constructor(bytesPerSecond: number) {
    this.#freeBytes = bytesPerSecond / FREE_FRAMES
  }

  /** Counts a frame with this many bytes of audio. */
  spend(bytes: number): void {
    this.#left -= Math.max(0, 1 - bytes / this.#freeBytes)
  }

  /**
   * Whether the client has sent more frames than allowed, so that reading must pause.
   * @param now a time of `performance.now()`
   */
  isExceeded(now = performance.now()): boolean {
    const refill = ((now - this.#filledAt) / 1000) * FRAMES_PER_SECOND
    this.#left = Math.min(MAX_FRAMES, this.#left + refill)
    this.#filledAt = now
    return this.#left < 0
  }
}
