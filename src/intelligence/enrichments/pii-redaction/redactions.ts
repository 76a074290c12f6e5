/** Replacing parts of words. */
import type { PiiRedactionConfig } from '../../../contract/features/pii-redaction.ts'
import type { Word } from '../../../contract/transcript.ts'
import type { TextRange } from '../../text/entities/entity-span.ts'
import type { PlacedWord } from './searchable-text.ts'

export type ProcessedTextType = PiiRedactionConfig['processed_text_type']

/** A range of a text to remove, and the type of its content. */
export interface Redaction extends TextRange {
  readonly type: string
}

/** Redactions in order, overlapping ones united under the type of the first and longest. */
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
 * The redacted words by the index of their utterance. `MASK` keeps every word, with a `#` for each character. `MARKER`
 * replaces all words of a redaction in an utterance by one such as `[NAME]`, from the start of the first to the end of
 * the last.
 * @param redactions in order, not overlapping
 */
export function redactWords(
  words: readonly PlacedWord[],
  redactions: readonly Redaction[],
  form: ProcessedTextType,
): Map<number, Word[]> {
  const redacted = new Map<number, Word[]>()
  let next = 0
  for (const { utterance, word, offset } of words) {
    const own = redacted.get(utterance) ?? []
    redacted.set(utterance, own)
    const end = offset + word.word.length
    while ((redactions[next]?.to ?? Infinity) <= offset) next++
    const inside: Redaction[] = []
    for (let index = next; (redactions[index]?.from ?? Infinity) < end; index++) {
      const redaction = redactions[index]
      if (redaction) inside.push({ ...redaction, from: redaction.from - offset, to: redaction.to - offset })
    }
    if (form === 'MASK') own.push({ ...word, word: masked(word.word, inside) })
    else addMarked(own, word, inside)
  }
  return redacted
}

function masked(text: string, redactions: readonly Redaction[]): string {
  let result = ''
  let at = 0
  for (const { from, to } of redactions) {
    const begin = Math.max(from, 0)
    // With flag `u`, a surrogate pair is one `#`.
    result += text.slice(at, begin) + text.slice(begin, to).replaceAll(/\S/gu, '#')
    at = to
  }
  return result + text.slice(at)
}

/** Adds a word with markers; if its first redaction began in the previous word, extends that instead. */
function addMarked(words: Word[], word: Word, redactions: readonly Redaction[]): void {
  const previous = words.at(-1)
  let text = ''
  let at = 0
  for (const { type, from, to } of redactions) {
    const hasMarker = from < 0 && previous !== undefined
    text += word.word.slice(at, Math.max(from, 0)) + (hasMarker ? '' : `[${type}]`)
    at = to
  }
  text += word.word.slice(at)
  const isContinuation = previous !== undefined && (redactions[0]?.from ?? 0) < 0
  if (!isContinuation) words.push({ ...word, word: text })
  else
    words[words.length - 1] = {
      word: previous.word + text,
      start: previous.start,
      end: Math.max(previous.end, word.end),
      confidence: Math.min(previous.confidence, word.confidence),
    }
}
