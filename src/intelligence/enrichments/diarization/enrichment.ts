/**
 * Who says what: each utterance with its speaker, split where the speaker changes. Speakers are distinguished by voice
 * alone and across all channels, so a person who speaks on two channels is one speaker.
 */
import { diarization, type DiarizationConfig } from '../../../contract/features/diarization.ts'
import type { Recording } from '../../../audio/recording.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { normaliseGain } from '../../../recognition/speech/normalise-gain.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { byFirstAppearance, splitBySpeaker, type SpokenUtterance } from './spoken-utterances.ts'
import { speakerClusters, type SpeakerLimits } from './speaker-clusters.ts'
import { SpeakerModel } from './speaker-model.ts'
import { speechSpans } from './speech-spans.ts'
import { SpeakerLikeness } from './speaker-likeness.ts'
import { voiceWindows } from './voice-windows.ts'
import { rewritten } from '../../../text/rewritten.ts'

export const enrichment = defineEnrichment(diarization, {
  async run({ utterances }, config, { audio, signal }) {
    const spoken =
      utterances.length === 0
        ? []
        : await withSpeakers(utterances, await audio(), await speakerModel(), config, signal)
    return {
      module: { is_empty: spoken.length === 0, results: spoken },
      transcription: rewritten(spoken),
    }
  },
})

let loadedModel: Promise<SpeakerModel> | undefined

/** The speaker model, loaded on first use and kept in memory. */
function speakerModel(): Promise<SpeakerModel> {
  loadedModel ??= SpeakerModel.load().catch((error: unknown) => {
    // The next job tries again.
    loadedModel = undefined
    throw error
  })
  return loadedModel
}

async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  model: SpeakerModel,
  config: DiarizationConfig,
  signal: AbortSignal,
): Promise<SpokenUtterance[]> {
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, model, signal)
  // There is too little speech to tell voices apart.
  if (windows.length === 0) return utterances.map((utterance) => ({ ...utterance, speaker: 0 }))
  const labels = await speakerClusters(windows, limitsOf(config), signal)
  const likeness = new SpeakerLikeness(windows, labels)
  return byFirstAppearance(utterances.flatMap((utterance) => splitBySpeaker(utterance, likeness)))
}

/** A number of speakers takes precedence over a range; a maximum of 0 is no limit. */
function limitsOf(config: DiarizationConfig): SpeakerLimits {
  const { number_of_speakers: number, min_speakers: min, max_speakers: max } = config
  return number === undefined ? { min, max: max || undefined } : { min: number, max: number }
}
