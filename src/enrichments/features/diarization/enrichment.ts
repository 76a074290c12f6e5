/** Who says what: each utterance with its speaker, split where the speaker changes. */
import { diarization, type DiarizationConfig } from '../../../contract/features/diarization.ts'
import { withSpeakers } from '../../../speech/speakers/with-speakers.ts'
import type { SpeakerRange } from '../../../speech/speakers/speaker-clusters.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { defineEnrichment } from '../../enrichment.ts'

export const enrichment = defineEnrichment(diarization, {
  async run({ utterances }, config, { audio, signal }) {
    const spoken =
      utterances.length === 0 ? [] : await withSpeakers(utterances, await audio(), rangeOf(config), signal)
    return {
      module: { is_empty: spoken.length === 0, results: spoken },
      transcription: rewritten(spoken),
    }
  },
})

/** A number of speakers takes precedence over a range; a maximum of 0 is no limit. */
function rangeOf(config: DiarizationConfig): SpeakerRange {
  const { number_of_speakers: number, min_speakers: min, max_speakers: max } = config
  return number === undefined ? { min, max: max || undefined } : { min: number, max: number }
}
