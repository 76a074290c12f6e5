/** A part of a transcript, by times or by utterances. */
import type { UtterancePage } from '../contract/utterances.ts'
import type { JobTranscript } from './revised-transcript.ts'

export interface UtteranceRange {
  /** Seconds. */
  readonly from: number
  /** Seconds; none for the end. */
  readonly to?: number | undefined
  /** Index of the first utterance that may be in the page. */
  readonly offset: number
  readonly limit: number
}

/** The utterances that are at least partly between two times: a page of them. */
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
    // What ends where it begins is at that time.
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
