/** The voices of a recording as they are stored with a job, to tell its speakers apart again without its audio and models. */
import { unit } from '../../models/vectors.ts'
import type { SpeechSpan, VoiceWindow } from './voice-windows.ts'

export interface KeptVoices {
  /** The utterances before they were split at changes of the speaker. */
  readonly utterances: readonly SpeechSpan[]
  /** Ordered by channel and time. */
  readonly windows: readonly VoiceWindow[]
}

/** Numbers before the spans: the counts of utterances and windows, and the size of a voice. */
const HEAD = 3
/** Numbers per span: its channel, and its start and end in milliseconds. */
const SPAN = 3
/** The largest number in a packed voice. */
const LARGEST = 127

/**
 * Packs times as whole milliseconds and voices as one byte per number: 140 bytes per window. New jobs are clustered from
 * packed voices as well, so the figures in docs/features.md include the loss of precision.
 */
export function packed({ utterances, windows }: KeptVoices): Uint8Array {
  const size = windows[0]?.voice.length ?? 0
  const spans = [...utterances, ...windows]
  const numbers = new Int32Array(HEAD + SPAN * spans.length)
  numbers.set([utterances.length, windows.length, size])
  for (const [i, { channel, start, end }] of spans.entries())
    numbers.set([channel, Math.round(start * 1000), Math.round(end * 1000)], HEAD + SPAN * i)
  const bytes = new Uint8Array(numbers.byteLength + size * windows.length)
  bytes.set(new Uint8Array(numbers.buffer))
  const voices = new Int8Array(bytes.buffer, numbers.byteLength)
  for (const [i, { voice }] of windows.entries()) {
    const largest = voice.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1
    voices.set(
      voice.map((number) => Math.round((number / largest) * LARGEST)),
      i * size,
    )
  }
  return bytes
}

export function unpacked(bytes: Uint8Array): KeptVoices {
  // Copied, because a database may return bytes anywhere in a larger buffer.
  const { buffer } = Uint8Array.from(bytes)
  const [utterances = 0, windows = 0, size = 0] = new Int32Array(buffer, 0, HEAD)
  const numbers = new Int32Array(buffer, 0, HEAD + SPAN * (utterances + windows))
  const spans = Array.from({ length: utterances + windows }, (_, i): SpeechSpan => {
    const [channel = 0, start = 0, end = 0] = numbers.subarray(HEAD + SPAN * i, HEAD + SPAN * (i + 1))
    return { channel, start: start / 1000, end: end / 1000 }
  })
  const voices = new Int8Array(buffer, numbers.byteLength)
  return {
    utterances: spans.slice(0, utterances),
    windows: spans.slice(utterances).map((span, i) => ({
      ...span,
      voice: unit(Float32Array.from(voices.subarray(i * size, (i + 1) * size))),
    })),
  }
}
