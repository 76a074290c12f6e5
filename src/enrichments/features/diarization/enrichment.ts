/** Finds who says what: assigns a speaker to each utterance, splitting it where the speaker changes. */
import { diarization } from '../../../contract/features/diarization.ts'
import { packed } from '../../../speech/speakers/kept-voices.ts'
import { withSpeakers } from '../../../speech/speakers/with-speakers.ts'
import { rangeOf } from '../../../speech/speakers/speaker-clusters.ts'
import { rewritten } from '../../../text/rewritten.ts'
import { defineEnrichment } from '../../enrichment.ts'

const NONE = packed({ utterances: [], windows: [] })

export const enrichment = defineEnrichment(diarization, {
  async run({ languages, utterances }, config, { audio, speakerModels, signal }) {
    const [first] = utterances
    if (first === undefined)
      return { module: { is_empty: true, results: [] }, transcription: rewritten([]), voices: NONE }
    const model = await speakerModels.for(languages[0] ?? first.language)
    const speakers = await withSpeakers(utterances, await audio(), rangeOf(config), model, signal)
    const { utterances: results, spans, voices } = speakers
    return {
      module: { is_empty: false, results, ...(spans !== null && { spans }) },
      transcription: rewritten(results),
      voices,
    }
  },
})
