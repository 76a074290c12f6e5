/** Selects a part of a transcript, by time and by utterance. */
import type { UtterancePage } from '../contract/utterances.ts'
import type { JobTranscript } from './revised-transcript.ts'

export interface UtteranceRange {
  /** Seconds. */
  readonly from: number
  /** Seconds; undefined for the end. */
  readonly to?: number | undefined
  /** Index of the first utterance that may be in the page. */
  readonly offset: number
  readonly limit: number
}

/** A page of the utterances that overlap with a range of time. */
export function utterancesInRange(
  { job: { details, result }, transcription: { utterances } }: JobTranscript,
  { from, to = Infinity, offset, limit }: UtteranceRange,
): UtterancePage {
  const found = utterances
    .map(({ words: _words, confidence: _confidence, ...utterance }, index) => ({
      utterance: index,
      ...utterance,
    }))
    .slice(offset)
    // An utterance that ends where it begins counts if it is in the range.
    .filter(({ start, end }) => (end > from || start >= from) && start < to)
    .slice(0, limit + 1)
  return {
    title: details.title,
    speaker_names: details.speaker_names,
    duration: result?.metadata.audio_duration ?? 0,
    total: utterances.length,
    next: found[limit]?.utterance ?? null,
    items: found.slice(0, limit),
  }
}
