/** Who says what: each utterance with its speaker, split where the speaker changes. */
import { diarization, type DiarizationConfig } from '../../../contract/features/diarization.ts'
import { withSpeakers } from '../../../speech/speakers/with-speakers.ts'
import type { SpeakerRange } from '../../../speech/speakers/speaker-clusters.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { defineEnrichment } from '../../enrichment.ts'

export const enrichment = defineEnrichment(diarization, {
  async run({ languages, utterances }, config, { audio, speakerModels, signal }) {
    const [first] = utterances
    if (first === undefined) return { module: { is_empty: true, results: [] }, transcription: rewritten([]) }
    const model = await speakerModels.for(languages[0] ?? first.language)
    const speakers = await withSpeakers(utterances, await audio(), rangeOf(config), model, signal)
    const { utterances: results, spans } = speakers
    return {
      module: { is_empty: false, results, ...(spans !== null && { spans }) },
      transcription: rewritten(results),
    }
  },
})

/** A number of speakers takes precedence over a range; a maximum of 0 is no limit. */
function rangeOf(config: DiarizationConfig): SpeakerRange {
  const { number_of_speakers: number, min_speakers: min, max_speakers: max } = config
  return number === undefined ? { min, max: max || undefined } : { min: number, max: number }
}
