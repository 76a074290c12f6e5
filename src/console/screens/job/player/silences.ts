import type { Utterance } from '../../../../contract/transcript.ts'

/** A part of the audio, in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Seconds without words that count as silence, and seconds of it to keep before and after words. */
const LONG = 1.5
const MARGIN = 0.25

/**
 * The silent spans in order. Unrecognised speech and the end after the last word do not count as silence.
 * @param unrecognised speech without words
 */
export function silencesOf(utterances: readonly Utterance[], unrecognised: readonly Span[]): readonly Span[] {
  const spoken = [
    ...unrecognised,
    // Utterances typed by hand may have no words.
    ...utterances.flatMap(({ words, ...whole }): readonly Span[] => (words.length === 0 ? [whole] : words)),
  ].toSorted((a, b) => a.start - b.start)
  const silences: Span[] = []
  let from = 0
  for (const { start, end } of spoken) {
    const margin = from === 0 ? 0 : MARGIN
    if (start - from >= LONG) silences.push({ start: from + margin, end: start - MARGIN })
    from = Math.max(from, end)
  }
  return silences
}
