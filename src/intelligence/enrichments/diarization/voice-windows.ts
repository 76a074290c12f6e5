/** The voices of a recording, second by second, wherever someone speaks. */
import { type Recording, SAMPLE_RATE } from '../../../audio/recording.ts'
import { CEPSTRA, FRAME_LENGTH, FRAME_STEP } from './frames.ts'
import { withoutRunningMean } from './running-mean.ts'
import type { Voice } from './vectors.ts'
import type { FrameRange, SpeakerModel } from './speaker-model.ts'

/** A stretch of speech. */
export interface SpeechSpan {
  readonly channel: number
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
}

/** What the voice was in a moment of a recording. */
export interface VoiceWindow extends SpeechSpan {
  readonly voice: Voice
}

const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_STEP

/** Shorter, a voice is hard to tell; longer, two speakers share a window. In frames: 1.5 s, every 0.75 s. */
const WINDOW = 1.5 * FRAMES_PER_SECOND
const HOP = WINDOW / 2

/** Seconds of speech that a new window begins after. */
export const HOP_SECONDS = HOP / FRAMES_PER_SECOND

/** Of less speech, 0.3 s, nothing can be said. */
const LEAST_FRAMES = 0.3 * FRAMES_PER_SECOND

/** Speech that is worked on at a time, in seconds: 6 MB of sound, 18 MB of what the voice model makes of half of it. */
const PIECE = 60
const LONGEST_SPAN = PIECE / 2

/**
 * The windows in some stretches of speech, by channel and time. Memory stays the same however long the recording is, but
 * for the 512 bytes of each voice.
 * @throws the reason of the signal, once that is aborted
 */
export async function voiceWindows(
  recording: Recording,
  spans: readonly SpeechSpan[],
  model: SpeakerModel,
  signal: AbortSignal,
): Promise<VoiceWindow[]> {
  const windows: VoiceWindow[] = []
  for (const piece of piecesOf(spans)) {
    signal.throwIfAborted()
    windows.push(...(await windowsOfPiece(recording, piece, model)))
  }
  return windows
}

/** The spans of each channel in their order, some at a time. */
function piecesOf(spans: readonly SpeechSpan[]): SpeechSpan[][] {
  const inOrder = spans.flatMap(cut).toSorted((a, b) => a.channel - b.channel || a.start - b.start)
  const pieces: SpeechSpan[][] = []
  let seconds = 0
  for (const span of inOrder) {
    const piece = pieces.at(-1)
    const length = span.end - span.start
    if (piece?.[0]?.channel === span.channel && seconds + length <= PIECE) {
      piece.push(span)
      seconds += length
    } else {
      pieces.push([span])
      seconds = length
    }
  }
  return pieces
}

function cut(span: SpeechSpan): SpeechSpan[] {
  const count = Math.ceil((span.end - span.start) / LONGEST_SPAN)
  const length = (span.end - span.start) / count
  return Array.from({ length: count }, (_, i) => ({
    channel: span.channel,
    start: span.start + i * length,
    end: span.start + (i + 1) * length,
  }))
}

/** A span with its cepstra, {@link CEPSTRA} rows of `frames` numbers. */
interface Heard extends SpeechSpan {
  readonly frames: number
  readonly cepstra: Float32Array
}

async function windowsOfPiece(
  recording: Recording,
  spans: readonly SpeechSpan[],
  model: SpeakerModel,
): Promise<VoiceWindow[]> {
  const heard: Heard[] = []
  for (const span of spans) {
    const from = Math.round(span.start * SAMPLE_RATE)
    const to = Math.round(span.end * SAMPLE_RATE) + FRAME_LENGTH - FRAME_STEP
    const samples = await recording.read(span.channel, from, to)
    if (samples.length < FRAME_LENGTH + LEAST_FRAMES * FRAME_STEP) continue
    const cepstra = await model.cepstra(samples)
    heard.push({ ...span, cepstra, frames: cepstra.length / CEPSTRA })
  }
  const total = heard.reduce((sum, { frames }) => sum + frames, 0)
  const centred = withoutRunningMean(sideBySide(heard, total), total)
  const windows: VoiceWindow[] = []
  let at = 0
  for (const { channel, start, frames } of heard) {
    const parts = windowsIn(frames)
    const voices = await model.voices(columns(centred, total, at, frames), parts)
    for (const [i, voice] of voices.entries()) {
      const part = parts[i]!
      windows.push({
        channel,
        start: start + part.start / FRAMES_PER_SECOND,
        end: start + part.end / FRAMES_PER_SECOND,
        voice,
      })
    }
    at += frames
  }
  return windows
}

/** Windows that overlap by half; the last one is moved back to the end. */
function windowsIn(frames: number): FrameRange[] {
  if (frames <= WINDOW) return [{ start: 0, end: frames }]
  const count = Math.ceil((frames - WINDOW) / HOP) + 1
  return Array.from({ length: count }, (_, i) => {
    const start = Math.min(i * HOP, frames - WINDOW)
    return { start, end: start + WINDOW }
  })
}

/** The rows of some tables, each put together to one. */
function sideBySide(tables: readonly Heard[], total: number): Float32Array {
  const rows = new Float32Array(CEPSTRA * total)
  let at = 0
  for (const { cepstra, frames } of tables) {
    for (let row = 0; row < CEPSTRA; row++)
      rows.set(cepstra.subarray(row * frames, (row + 1) * frames), row * total + at)
    at += frames
  }
  return rows
}

/** Some columns of a table with {@link CEPSTRA} rows. */
function columns(rows: Float32Array, count: number, from: number, length: number): Float32Array {
  const part = new Float32Array(CEPSTRA * length)
  for (let row = 0; row < CEPSTRA; row++)
    part.set(rows.subarray(row * count + from, row * count + from + length), row * length)
  return part
}
