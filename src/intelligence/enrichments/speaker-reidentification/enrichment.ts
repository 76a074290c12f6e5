/**
 * Which speakers were heard on several channels. Diarization gives each one number for all of them; here is told where
 * each number appears, as JSON text of a list: `[{"speaker": 0, "channels": [0, 1], "seconds": 61.2}]`, by number, with
 * the seconds of their utterances. No flag asks for it: it comes with diarization, when there is more than one channel.
 */
import { speakerReidentification } from '../../../contract/features/speaker-reidentification.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { EnrichmentError } from '../../enrichment-error.ts'

export const enrichment = defineEnrichment(speakerReidentification, {
  isRequested: ({ utterances }, { diarization }) =>
    diarization === true && new Set(utterances.map(({ channel }) => channel)).size > 1,
  run({ utterances }) {
    const speakers = whereHeard(utterances)
    if (speakers.length === 0)
      throw new EnrichmentError(424, 'Speakers are not known, as diarization failed: see its error.')
    return { module: { is_empty: false, results: JSON.stringify(speakers) } }
  },
})

interface HeardSpeaker {
  readonly speaker: number
  /** Ascending. */
  readonly channels: readonly number[]
  readonly seconds: number
}

function whereHeard(utterances: readonly Utterance[]): HeardSpeaker[] {
  const said = Map.groupBy(utterances, ({ speaker }) => speaker)
  return [...said]
    .flatMap(([speaker, own]) => (speaker === undefined ? [] : [heardSpeaker(speaker, own)]))
    .toSorted((a, b) => a.speaker - b.speaker)
}

function heardSpeaker(speaker: number, utterances: readonly Utterance[]): HeardSpeaker {
  const seconds = utterances.reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    speaker,
    channels: [...new Set(utterances.map(({ channel }) => channel))].toSorted((a, b) => a - b),
    seconds: Math.round(seconds * 1000) / 1000,
  }
}
