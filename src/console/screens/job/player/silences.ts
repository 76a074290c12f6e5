import type { Utterance } from '../../../../contract/transcript.ts'

/** A part of the audio, in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Seconds without words from which on they are left out, and what is left of them before and after words. */
const LONG = 1.5
const MARGIN = 0.25

/**
 * Where nothing is said, in order. Speech that was not recognised is no silence; neither is what follows the last word.
 * @param unrecognised speech without words
 */
export function silencesOf(utterances: readonly Utterance[], unrecognised: readonly Span[]): readonly Span[] {
  const spoken = [
    ...unrecognised,
    // What was typed by hand may have no words.
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
