/** Words without what is to be taken out of them. */
import type { PiiRedactionConfig } from '../../../contract/features/pii-redaction.ts'
import type { Word } from '../../../contract/transcript.ts'
import type { PlacedWord } from './searchable-text.ts'

export type ProcessedTextType = PiiRedactionConfig['processed_text_type']

/** A stretch of a text that is taken out, and what is in it. */
export interface Redaction {
  readonly type: string
  readonly from: number
  readonly to: number
}

/** Those in their places, none overlapping: of those that do, the union, under the name of the first and longest. */
export function joinedRedactions(redactions: readonly Redaction[]): Redaction[] {
  const joined: Redaction[] = []
  for (const one of redactions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1)
    if (last === undefined || one.from >= last.to) joined.push(one)
    else if (one.to > last.to) joined[joined.length - 1] = { ...last, to: one.to }
  }
  return joined
}

/**
 * The words by their utterances. `MASK` keeps every word, and puts a `#` for each character. `MARKER` puts one word such
 * as `[NAME]` for all words of a redaction in an utterance, from the start of the first to the end of the last.
 * @param redactions in order, not overlapping
 */
export function redactedWords(
  words: readonly PlacedWord[],
  redactions: readonly Redaction[],
  form: ProcessedTextType,
): Map<number, Word[]> {
  const found = new Map<number, Word[]>()
  let next = 0
  for (const { utterance, word, at } of words) {
    const own = found.get(utterance) ?? []
    found.set(utterance, own)
    const end = at + word.word.length
    while ((redactions[next]?.to ?? Infinity) <= at) next++
    const inside: Redaction[] = []
    for (let index = next; (redactions[index]?.from ?? Infinity) < end; index++) {
      const redaction = redactions[index]
      if (redaction) inside.push({ ...redaction, from: redaction.from - at, to: redaction.to - at })
    }
    if (form === 'MASK') own.push({ ...word, word: masked(word.word, inside) })
    else addMarked(own, word, inside)
  }
  return found
}

function masked(text: string, redactions: readonly Redaction[]): string {
  let written = ''
  let at = 0
  for (const { from, to } of redactions) {
    const begin = Math.max(from, 0)
    // One sign for a character of two units.
    written += text.slice(at, begin) + text.slice(begin, to).replaceAll(/\S/gu, '#')
    at = to
  }
  return written + text.slice(at)
}

function addMarked(words: Word[], word: Word, redactions: readonly Redaction[]): void {
  const previous = words.at(-1)
  let written = ''
  let at = 0
  for (const { type, from, to } of redactions) {
    const isBegun = from < 0 && previous !== undefined
    written += word.word.slice(at, Math.max(from, 0)) + (isBegun ? '' : `[${type}]`)
    at = to
  }
  written += word.word.slice(at)
  const goesOn = previous !== undefined && (redactions[0]?.from ?? 0) < 0
  if (!goesOn) words.push({ ...word, word: written })
  else
    words[words.length - 1] = {
      word: previous.word + written,
      start: previous.start,
      end: Math.max(previous.end, word.end),
      confidence: Math.min(previous.confidence, word.confidence),
    }
}
