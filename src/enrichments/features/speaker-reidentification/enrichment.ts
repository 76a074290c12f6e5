/**
 * Lists the channels on which each speaker appears. Diarization numbers speakers across channels; this lists them as JSON
 * text, `[{"speaker": 0, "channels": [0, 1], "seconds": 61.2}]`, ordered by number, with the total duration of their
 * utterances. It has no flag: it is part of the result of diarization if there are several channels.
 */
import { speakerReidentification } from '../../../contract/features/speaker-reidentification.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'

export const enrichment = defineEnrichment(speakerReidentification, {
  isRequested: ({ utterances }, { diarization }) =>
    diarization === true && new Set(utterances.map(({ channel }) => channel)).size > 1,
  run({ utterances }) {
    const speakers = speakersIn(utterances)
    if (speakers.length === 0)
      throw new EnrichmentError(424, 'Speakers are not known, as diarization failed: see its error.')
    return { module: { is_empty: false, results: JSON.stringify(speakers) } }
  },
})

/** Ordered by number, with channels ascending. */
function speakersIn(utterances: readonly Utterance[]) {
  const bySpeaker = Map.groupBy(utterances, ({ speaker }) => speaker)
  bySpeaker.delete(undefined)
  return [...bySpeaker]
    .map(([speaker, own]) => ({
      speaker: Number(speaker),
      channels: [...new Set(own.map(({ channel }) => channel))].toSorted((a, b) => a - b),
      seconds: Math.round(own.reduce((sum, { start, end }) => sum + end - start, 0) * 1000) / 1000,
    }))
    .toSorted((a, b) => a.speaker - b.speaker)
}
