/** Who says what in a recording, by the voices. */
import type { Recording } from '../../audio/recording.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { normaliseGain } from '../analysis/normalise-gain.ts'
import type { DiarizerThread } from './diarizer-thread.ts'
import { SpanLikeness } from './span-likeness.ts'
import { speakerClusters, type SpeakerRange } from './speaker-clusters.ts'
import { SpeakerLikeness } from './speaker-likeness.ts'
import { SpeakerModel } from './speaker-model.ts'
import { type ChannelSpan, speakerSpans } from './speaker-spans.ts'
import {
  byFirstAppearance,
  type Likeness,
  splitBySpeaker,
  type SpokenUtterance,
} from './spoken-utterances.ts'
import { type SpeechSpan, voiceWindows } from './voice-windows.ts'

/** Who speaks when. */
export interface Speakers {
  /** With their speakers, split where the speaker changes. */
  readonly utterances: SpokenUtterance[]
  /**
   * What a pulled model heard, with or without recognised words, ordered by start; null without such a model. Spans overlap
   * where people speak at once.
   */
  readonly spans: ChannelSpan[] | null
}

/**
 * The speakers of some utterances, numbered by first appearance. They are distinguished by voice alone and across all channels,
 * so a person who speaks on two channels is one speaker.
 * @param recording the audio of the utterances
 * @param model used instead of the bundled one, if there is a pulled one
 * @throws the reason of the signal, once that is aborted
 */
export async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  range: SpeakerRange,
  model: DiarizerThread | null,
  signal: AbortSignal,
): Promise<Speakers> {
  if (model === null) {
    const likeness = await bundledLikeness(utterances, recording, range, signal)
    return { ...attributed(utterances, likeness), spans: null }
  }
  const channels = [...new Set(utterances.map(({ channel }) => channel))].toSorted((a, b) => a - b)
  const spans = await speakerSpans(recording, channels, model, range, signal)
  return attributed(utterances, spans.length === 0 ? null : new SpanLikeness(spans), spans)
}

/** @param likeness null if no voice was heard: then all is of one speaker */
function attributed(
  utterances: readonly Utterance[],
  likeness: Likeness | null,
  spans: readonly ChannelSpan[] = [],
) {
  const spoken = utterances.flatMap((utterance) =>
    likeness === null ? [{ ...utterance, speaker: 0 }] : splitBySpeaker(utterance, likeness),
  )
  return byFirstAppearance(spoken, spans)
}

/** By the bundled model; null if there is too little speech to tell voices apart. */
async function bundledLikeness(
  utterances: readonly Utterance[],
  recording: Recording,
  range: SpeakerRange,
  signal: AbortSignal,
): Promise<Likeness | null> {
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, await speakerModel(), signal)
  if (windows.length === 0) return null
  return new SpeakerLikeness(windows, await speakerClusters(windows, range, signal))
}

const speakerModel = loadedOnce(async () => SpeakerModel.load())

/**
 * A silence of this many seconds separates two spans, so that two speakers who take turns quickly do not share one. Words
 * lie within the detected voice activity, which excludes pauses of 0.13 s and more.
 */
const PAUSE = 0.1

/** The utterances, split at their pauses. One without words is one span. */
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
