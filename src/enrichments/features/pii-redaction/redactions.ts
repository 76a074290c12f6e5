/** Redacts parts of an utterance. */
import type { PiiRedactionConfig } from '../../../contract/features/pii-redaction.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import type { TextRange } from '../../entities/entity-span.ts'
import { withReplacements, withWords, wordOffsets } from '../../../text/rewritten-words.ts'

/** A range of a text to remove, and the type of its content. */
export interface Redaction extends TextRange {
  readonly type: string
}

/** Sorts redactions and merges overlapping ones under the type of the first and longest. */
export function mergeOverlaps(redactions: readonly Redaction[]): Redaction[] {
  const merged: Redaction[] = []
  for (const one of redactions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1)
    if (last === undefined || one.from >= last.to) merged.push(one)
    else if (one.to > last.to) merged[merged.length - 1] = { ...last, to: one.to }
  }
  return merged
}

/**
 * Returns an utterance without the text to be redacted. `MASK` keeps every word, with a `#` for each character. `MARKER`
 * replaces all words of a redaction by one such as `[NAME]`, from the start of the first to the end of the last.
 * @param start offset of the utterance's first word in a text
 * @param redactions of that text, in order, not overlapping
 */
export function redacted(
  utterance: Utterance,
  start: number,
  redactions: readonly Redaction[],
  form: PiiRedactionConfig['processed_text_type'],
): Utterance {
  const { words } = utterance
  const offsets = wordOffsets(words)
  const length = offsets.at(-1)!
  const within = redactions
    .filter(({ from, to }) => from < start + length && to > start)
    .map(({ type, from, to }) => ({
      type,
      from: Math.max(from - start, 0),
      to: Math.min(to - start, length),
    }))
  if (form === 'MARKER')
    return withReplacements(
      utterance,
      within.map(({ type, ...range }) => ({ ...range, text: `[${type}]` })),
    )
  const masked = new Set(
    within.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  )
  return withWords(
    utterance,
    words.map((word, index) => ({
      ...word,
      // With the flag `u`, a surrogate pair becomes one `#`.
      word: word.word.replaceAll(/\S/gu, (character, at: number) =>
        masked.has(offsets[index]! + at) ? '#' : character,
      ),
    })),
  )
}
