/** Finds who speaks when in a recording, with a pulled model. */
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import { milliseconds } from '../analysis/utterances.ts'
import { type DiarizedSamples, lengthFor, MIN_SPAN, type SpeakerSpan } from './diarizer.ts'
import type { DiarizerThread } from './diarizer-thread.ts'
import { joinedSpeakers } from './joined-speakers.ts'
import { MAX_SPEAKERS, type SpeakerRange } from './speaker-clusters.ts'

/** When a speaker speaks on a channel, in seconds from the start of the recording. */
export interface ChannelSpan extends SpeakerSpan {
  readonly channel: number
}

/**
 * Seconds of all channels together that the model processes in one run. The memory of a run grows with its length times
 * its speakers, and a run cannot be interrupted: 20 minutes take 0.2 GB.
 */
const MAX_RUN_SECONDS = 20 * 60

/** Silence between channels, in seconds, so that no span runs from one channel into the next. */
const BETWEEN_CHANNELS = 1

/**
 * What the model processes in one run: the same part of some channels, one after another, so that it recognises voices
 * across them.
 */
interface Part {
  readonly channels: readonly number[]
  /** Samples from the start of the recording. */
  readonly from: number
  readonly to: number
}

/**
 * The spans of the speakers on some channels, ordered by start; they overlap where people speak at once. A recording that
 * is too long for one run is processed in parts, whose speakers are joined by their voices.
 * @throws the signal's reason once it is aborted
 */
export async function speakerSpans(
  recording: Recording,
  channels: readonly number[],
  model: DiarizerThread,
  range: SpeakerRange,
  signal: AbortSignal,
): Promise<ChannelSpan[]> {
  const { min, max } = boundsOf(range)
  const parts = partsOf(recording, channels)
  const isWhole = parts.length === 1
  const diarized = async (speakers?: number) => {
    const found: DiarizedSamples[] = []
    for (const part of parts) {
      const request = async () => ({
        samples: await samplesOf(recording, part),
        ...(speakers !== undefined && { speakers }),
        withVoices: !isWhole,
      })
      found.push(await model.diarize(request, signal))
    }
    return found
  }
  const isKnown = isWhole && min === max
  let found = await diarized(isKnown ? min : undefined)
  // Recomputes everything, but only if the threshold leads outside the range.
  const count = found.reduce((sum, { spans }) => sum + countOf(spans), 0)
  const bound = count < min ? min : max
  const isOutside = count > 0 && (count < min || (isWhole && count > max))
  if (isOutside && !isKnown) found = await diarized(bound)
  const persons = isWhole ? null : personsOf(found, model.threshold, { min, max })
  const spans = found.flatMap(({ spans: own }, i) =>
    own.flatMap((span) => {
      const speaker = persons?.[i]!.get(span.speaker) ?? span.speaker
      return onChannels({ ...span, speaker }, parts[i]!)
    }),
  )
  return withoutGaps(spans)
}

function boundsOf({ min = 1, max = MAX_SPEAKERS }: SpeakerRange): { min: number; max: number } {
  const within = (count: number) => Math.min(MAX_SPEAKERS, Math.max(1, count))
  return { min: within(min), max: within(max) }
}

function countOf(spans: readonly SpeakerSpan[]): number {
  return new Set(spans.map(({ speaker }) => speaker)).size
}

/** Splits a recording into as few parts as possible, of equal length, each with all channels. */
function partsOf({ samples }: Recording, channels: readonly number[]): Part[] {
  const count = Math.ceil((samples * channels.length) / (MAX_RUN_SECONDS * SAMPLE_RATE))
  const at = (i: number) => Math.round((i * samples) / count)
  return Array.from({ length: count }, (_, i) => ({ channels, from: at(i), to: at(i + 1) }))
}

/** Samples between the starts of two channels. */
function strideOf({ from, to }: Part): number {
  return to - from + BETWEEN_CHANNELS * SAMPLE_RATE
}

/** Samples read at a time. */
const BLOCK = 60 * SAMPLE_RATE

async function samplesOf(recording: Recording, part: Part): Promise<Float32Array<ArrayBuffer>> {
  const { channels, from, to } = part
  const samples = new Float32Array(lengthFor(channels.length * strideOf(part)))
  for (const [i, channel] of channels.entries())
    for (let at = from; at < to; at += BLOCK)
      samples.set(await recording.read(channel, at, Math.min(at + BLOCK, to)), i * strideOf(part) + at - from)
  return samples
}

/** The position of a span in the recording, on each channel that it reaches into. */
function onChannels({ speaker, start, end }: SpeakerSpan, part: Part): ChannelSpan[] {
  const { channels, from, to } = part
  const seconds = (to - from) / SAMPLE_RATE
  return channels.flatMap((channel, i) => {
    const first = (i * strideOf(part)) / SAMPLE_RATE
    const time = (at: number) => milliseconds(from / SAMPLE_RATE + Math.max(0, Math.min(at - first, seconds)))
    const span = { speaker, channel, start: time(start), end: time(end) }
    return span.start < span.end ? [span] : []
  })
}

/** The person of each speaker of each part. */
function personsOf(
  parts: readonly DiarizedSamples[],
  threshold: number,
  bounds: { readonly min: number; readonly max: number },
): Map<number, number>[] {
  const voices = parts.flatMap((part) => [...part.voices.values()])
  const persons = joinedSpeakers(voices, threshold, bounds).values()
  return parts.map(
    (part) => new Map([...part.voices.keys()].map((speaker) => [speaker, persons.next().value!])),
  )
}

/** Ordered by start; spans of one speaker that touch or overlap, for example at the end of a part, are joined. */
function withoutGaps(spans: readonly ChannelSpan[]): ChannelSpan[] {
  const inOrder = spans.toSorted(
    (a, b) => a.start - b.start || a.channel - b.channel || a.speaker - b.speaker,
  )
  const last = new Map<string, { -readonly [Key in keyof ChannelSpan]: ChannelSpan[Key] }>()
  return inOrder.flatMap((span) => {
    const key = `${span.channel} ${span.speaker}`
    const before = last.get(key)
    if (before !== undefined && span.start - before.end < MIN_SPAN) {
      before.end = Math.max(before.end, span.end)
      return []
    }
    const own = { ...span }
    last.set(key, own)
    return [own]
  })
}
