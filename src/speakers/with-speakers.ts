/** Who says what in a recording, by the voices. */
import type { Recording } from '../audio/recording.ts'
import type { Utterance } from '../contract/transcript.ts'
import { loadedOnce } from '../models/loaded-once.ts'
import { normaliseGain } from '../recognition/speech/normalise-gain.ts'
import { speakerClusters, type SpeakerLimits } from './speaker-clusters.ts'
import { SpeakerLikeness } from './speaker-likeness.ts'
import { SpeakerModel } from './speaker-model.ts'
import { speechSpans } from './speech-spans.ts'
import { byFirstAppearance, splitBySpeaker, type SpokenUtterance } from './spoken-utterances.ts'
import { voiceWindows } from './voice-windows.ts'

/**
 * Utterances with their speakers, split where the speaker changes. Speakers are distinguished by voice alone and across all
 * channels, so a person who speaks on two channels is one speaker.
 * @param recording the audio of the utterances
 * @throws the reason of the signal, once that is aborted
 */
export async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  limits: SpeakerLimits,
  signal: AbortSignal,
): Promise<SpokenUtterance[]> {
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, await speakerModel(), signal)
  // There is too little speech to tell voices apart.
  if (windows.length === 0) return utterances.map((utterance) => ({ ...utterance, speaker: 0 }))
  const labels = await speakerClusters(windows, limits, signal)
  const likeness = new SpeakerLikeness(windows, labels)
  return byFirstAppearance(utterances.flatMap((utterance) => splitBySpeaker(utterance, likeness)))
}

const speakerModel = loadedOnce(async () => SpeakerModel.load())
