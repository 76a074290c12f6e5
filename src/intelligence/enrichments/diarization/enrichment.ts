/**
 * Who says what: each utterance with its speaker, cut where another one goes on. Speakers are told apart by their voices
 * alone, over all channels at once, so someone who is heard on two of them is one speaker.
 */
import { diarization } from '../../../contract/features/diarization.ts'
import type { Recording } from '../../../audio/recording.ts'
import type { DiarizationConfig } from '../../../contract/features/diarization.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { normaliseGain } from '../../../recognition/speech/normalise-gain.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { byFirstAppearance, spokenBy, type SpokenUtterance } from './spoken-by.ts'
import { speakerClusters, type SpeakerLimits } from './speaker-clusters.ts'
import { SpeakerModel } from './speaker-model.ts'
import { speechSpans } from './speech-spans.ts'
import { VoiceLikeness } from './voice-likeness.ts'
import { voiceWindows } from './voice-windows.ts'
import { rewritten } from '../../text/rewritten.ts'

export const enrichment = defineEnrichment(diarization, {
  async run({ utterances }, config, { audio, cacheFolder, signal }) {
    const spoken =
      utterances.length === 0
        ? []
        : await withSpeakers(utterances, await audio(), await speakerModel(cacheFolder), config, signal)
    return {
      module: { is_empty: spoken.length === 0, results: spoken },
      transcription: rewritten(spoken),
    }
  },
})

let loadedModel: Promise<SpeakerModel> | undefined

/** The speaker model, kept in memory from its first use on. */
function speakerModel(cacheFolder: string): Promise<SpeakerModel> {
  loadedModel ??= SpeakerModel.load(cacheFolder).catch((error: unknown) => {
    // The next recording tries again: the disk may have been full.
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
function limitsOf(config: DiarizationConfig): SpeakerLimits {
  const { number_of_speakers: number, min_speakers: least, max_speakers: most } = config
  return number === undefined ? { least, most: most || undefined } : { least: number, most: number }
}
