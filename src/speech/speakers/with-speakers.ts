/** Who says what in a recording, by the voices. */
import type { Recording } from '../../audio/recording.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { loadedOnce } from '../../models/loaded-once.ts'
import { normaliseGain } from '../analysis/normalise-gain.ts'
import { speakerClusters, type SpeakerRange } from './speaker-clusters.ts'
import { SpeakerLikeness } from './speaker-likeness.ts'
import { SpeakerModel } from './speaker-model.ts'
import { byFirstAppearance, splitBySpeaker, type SpokenUtterance } from './spoken-utterances.ts'
import { type SpeechSpan, voiceWindows } from './voice-windows.ts'

/**
 * Utterances with their speakers, split where the speaker changes. Speakers are distinguished by voice alone and across all
 * channels, so a person who speaks on two channels is one speaker.
 * @param recording the audio of the utterances
 * @throws the reason of the signal, once that is aborted
 */
export async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  range: SpeakerRange,
  signal: AbortSignal,
): Promise<SpokenUtterance[]> {
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, await speakerModel(), signal)
  // There is too little speech to tell voices apart.
  if (windows.length === 0) return utterances.map((utterance) => ({ ...utterance, speaker: 0 }))
  const labels = await speakerClusters(windows, range, signal)
  const likeness = new SpeakerLikeness(windows, labels)
  return byFirstAppearance(utterances.flatMap((utterance) => splitBySpeaker(utterance, likeness)))
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
