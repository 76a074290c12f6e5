/** Finds who says what in a recording, by the voices. */
import type { Recording } from '../../audio/recording.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { normaliseGain } from '../analysis/normalise-gain.ts'
import type { DiarizerThread } from './diarizer-thread.ts'
import { packed, unpacked } from './kept-voices.ts'
import { SpanLikeness } from './span-likeness.ts'
import type { SpeakerRange } from './speaker-clusters.ts'
import { voiceLikeness } from './speaker-likeness.ts'
import { SpeakerModel } from './speaker-model.ts'
import { type ChannelSpan, speakerSpans } from './speaker-spans.ts'
import { attributed, type SpokenUtterance } from './spoken-utterances.ts'
import { type SpeechSpan, voiceWindows } from './voice-windows.ts'

/** Who speaks when. */
export interface Speakers {
  /** With their speakers, split where the speaker changes. */
  readonly utterances: SpokenUtterance[]
  /**
   * What a pulled model heard, whether or not words were recognised there, ordered by start; null without such a model.
   * Spans overlap where people speak at once.
   */
  readonly spans: ChannelSpan[] | null
  /**
   * The packed voices of the bundled model (see {@link packed}), from which speakers can be told apart again; set even if
   * a pulled model is used.
   */
  readonly voices: Uint8Array
}

/**
 * Assigns speakers to utterances, numbered by first appearance. Speakers are told apart by voice alone and across all
 * channels, so a person who speaks on two channels is one speaker.
 * @param recording the audio of the utterances
 * @param model the pulled model to use instead of the bundled one, if any
 * @throws the signal's reason once it is aborted
 */
export async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  range: SpeakerRange,
  model: DiarizerThread | null,
  signal: AbortSignal,
): Promise<Speakers> {
  const voices = await voicesOf(utterances, recording, signal)
  if (model === null) {
    const likeness = await voiceLikeness(unpacked(voices).windows, range, signal)
    return { ...attributed(utterances, likeness), spans: null, voices }
  }
  const channels = [...new Set(utterances.map(({ channel }) => channel))].toSorted((a, b) => a - b)
  const spans = await speakerSpans(recording, channels, model, range, signal)
  return { ...attributed(utterances, spans.length === 0 ? null : new SpanLikeness(spans), spans), voices }
}

async function voicesOf(
  utterances: readonly Utterance[],
  recording: Recording,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, await speakerModel(), signal)
  return packed({ utterances, windows })
}

const speakerModel = loadedOnce(async () => SpeakerModel.load())

/**
 * A silence of this many seconds separates two spans, so that two speakers who take turns quickly do not share one. Words
 * lie within detected voice activity, which excludes pauses of 0.13 s or more.
 */
const PAUSE = 0.1

/** Splits utterances at their pauses. An utterance without words is one span. */
function speechSpans(utterances: readonly Utterance[]): SpeechSpan[] {
  return utterances.flatMap(({ words, channel, start, end }) => {
    if (words.length === 0) return [{ channel, start, end }]
    const spans: { channel: number; start: number; end: number }[] = []
    for (const word of words) {
      const last = spans.at(-1)
      if (last !== undefined && word.start - last.end < PAUSE) last.end = Math.max(last.end, word.end)
      else spans.push({ channel, start: word.start, end: word.end })
    }
    return spans
  })
}
