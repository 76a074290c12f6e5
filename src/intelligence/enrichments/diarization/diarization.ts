/**
 * Who says what: each utterance with its speaker, cut where another one goes on. Speakers are told apart by their voices
 * alone, over all channels at once, so someone who is heard on two of them is one speaker.
 */
import type { z } from 'zod'
import type { Recording } from '../../../audio/recording.ts'
import type { diarizationConfig } from '../../../contract/features.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { normaliseGain } from '../../../recognition/speech/normalise-gain.ts'
import type { Enrichment } from '../../enrichment.ts'
import { byFirstAppearance, spokenBy, type SpokenUtterance } from './spoken-by.ts'
import { speakerClusters, type SpeakerLimits } from './speaker-clusters.ts'
import { speechSpans } from './speech-spans.ts'
import { VoiceLikeness } from './voice-likeness.ts'
import { VoiceModel } from './voice-model.ts'
import { voiceWindows } from './voice-windows.ts'
import { rewritten } from '../../text/rewritten.ts'

export const diarization: Enrichment<'diarization'> = {
  name: 'diarization',
  async run({ utterances }, { diarization_config: config = {} }, { audio, signal }) {
    const spoken =
      utterances.length === 0 ? [] : await withSpeakers(utterances, await audio(), config, signal)
    return {
      module: { is_empty: spoken.length === 0, results: spoken },
      transcription: rewritten(spoken),
    }
  },
}

/** Kept for the next recording. */
let voiceModel: Promise<VoiceModel> | undefined

async function withSpeakers(
  utterances: readonly Utterance[],
  recording: Recording,
  config: z.infer<typeof diarizationConfig>,
  signal: AbortSignal,
): Promise<SpokenUtterance[]> {
  voiceModel ??= VoiceModel.load()
  const spans = speechSpans(utterances)
  const windows = await voiceWindows(await normaliseGain(recording), spans, await voiceModel, signal)
  // Of a cough or two, nothing can be said but that someone made them.
  if (windows.length === 0) return utterances.map((utterance) => ({ ...utterance, speaker: 0 }))
  const labels = await speakerClusters(
    windows.map(({ voice }) => voice),
    limitsOf(config),
    signal,
  )
  const likeness = new VoiceLikeness(windows, labels)
  return byFirstAppearance(utterances.flatMap((utterance) => spokenBy(utterance, likeness)))
}

/** The number, where it is given, says more than a range. Zero says nothing. */
function limitsOf(config: z.infer<typeof diarizationConfig>): SpeakerLimits {
  const { number_of_speakers: number, min_speakers: least, max_speakers: most } = config
  return number === undefined ? { least, most: most || undefined } : { least: number, most: number }
}
