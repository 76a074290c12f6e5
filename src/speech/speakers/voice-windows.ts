/** The voices in a recording, one for each window of speech. */
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import { CEPSTRA, FRAME_LENGTH, FRAME_STEP, withoutRunningMean } from './frames.ts'
import type { FrameRange, SpeakerModel, Voice } from './speaker-model.ts'

/** A span of continuous speech. */
export interface SpeechSpan {
  readonly channel: number
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
}

/** The voice in a short window of a recording. */
export interface VoiceWindow extends SpeechSpan {
  readonly voice: Voice
}

const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_STEP

/** In frames: 1.5 s, every 0.75 s. Shorter windows give unreliable voices; longer ones contain two speakers more often. */
const WINDOW = 1.5 * FRAMES_PER_SECOND
const HOP = WINDOW / 2

/** Seconds between the starts of two windows. */
export const HOP_SECONDS = HOP / FRAMES_PER_SECOND

/** Spans shorter than this (0.3 s) are ignored. */
const MIN_FRAMES = 0.3 * FRAMES_PER_SECOND

/** Seconds of speech processed at a time, which take 6 MB of samples; half of that takes 18 MB in the speaker model. */
const BATCH_SECONDS = 60
const MAX_SPAN_SECONDS = BATCH_SECONDS / 2

/**
 * The windows in some spans of speech, ordered by channel and time. Memory does not grow with the recording, except for
 * 512 bytes per voice.
 * @throws the signal's reason once it is aborted
 */
export async function voiceWindows(
  recording: Recording,
  spans: readonly SpeechSpan[],
  model: SpeakerModel,
  signal: AbortSignal,
): Promise<VoiceWindow[]> {
  const windows: VoiceWindow[] = []
  for (const batch of batchesOf(spans)) {
    signal.throwIfAborted()
    windows.push(...(await windowsOfBatch(recording, batch, model)))
  }
  return windows
}

/** The spans of each channel in order, in batches. */
function batchesOf(spans: readonly SpeechSpan[]): SpeechSpan[][] {
  const inOrder = spans.flatMap(splitLongSpan).toSorted((a, b) => a.channel - b.channel || a.start - b.start)
  const batches: SpeechSpan[][] = []
  let seconds = 0
  for (const span of inOrder) {
    const batch = batches.at(-1)
    const length = span.end - span.start
    if (batch?.[0]?.channel === span.channel && seconds + length <= BATCH_SECONDS) {
      batch.push(span)
      seconds += length
    } else {
      batches.push([span])
      seconds = length
    }
  }
  return batches
}

function splitLongSpan(span: SpeechSpan): SpeechSpan[] {
  const count = Math.ceil((span.end - span.start) / MAX_SPAN_SECONDS)
  const length = (span.end - span.start) / count
  return Array.from({ length: count }, (_, i) => ({
    channel: span.channel,
    start: span.start + i * length,
    end: span.start + (i + 1) * length,
  }))
}

/** A span with its cepstra, {@link CEPSTRA} rows of `frames` numbers. */
interface AnalysedSpan extends SpeechSpan {
  readonly frames: number
  readonly cepstra: Float32Array
}

async function windowsOfBatch(
  recording: Recording,
  spans: readonly SpeechSpan[],
  model: SpeakerModel,
): Promise<VoiceWindow[]> {
  const analysed: AnalysedSpan[] = []
  for (const span of spans) {
    const from = Math.round(span.start * SAMPLE_RATE)
    const to = Math.round(span.end * SAMPLE_RATE) + FRAME_LENGTH - FRAME_STEP
    const samples = await recording.read(span.channel, from, to)
    if (samples.length < FRAME_LENGTH + MIN_FRAMES * FRAME_STEP) continue
    const cepstra = await model.cepstra(samples)
    analysed.push({ ...span, cepstra, frames: cepstra.length / CEPSTRA })
  }
  const total = analysed.reduce((sum, { frames }) => sum + frames, 0)
  const centred = withoutRunningMean(concatenateRows(analysed, total), total)
  const windows: VoiceWindow[] = []
  let at = 0
  for (const { channel, start, frames } of analysed) {
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

/** Windows that overlap by half; the last one is aligned with the end. */
function windowsIn(frames: number): FrameRange[] {
  if (frames <= WINDOW) return [{ start: 0, end: frames }]
  const count = Math.ceil((frames - WINDOW) / HOP) + 1
  return Array.from({ length: count }, (_, i) => {
    const start = Math.min(i * HOP, frames - WINDOW)
    return { start, end: start + WINDOW }
  })
}

/** Concatenates the rows of some tables. */
function concatenateRows(tables: readonly AnalysedSpan[], total: number): Float32Array {
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
