/** Lines for a language model, in batches that fit one question. */
import { spacedWords } from '../../text/split-words.ts'

/** One line of a batch: an original text, or a part of a long one. */
interface Line {
  /** Index of the original. */
  readonly of: number
  readonly text: string
}

export interface Batch {
  readonly lines: readonly Line[]
  /** The preceding lines, for context. */
  readonly before: readonly string[]
}

/** Models lose count in longer lists. */
const MAX_LINES = 40

/** The context of a batch: maximum lines, and maximum share of the characters. */
const CONTEXT_LINES = 3
const CONTEXT_SHARE = 1 / 8

/** Characters of the JSON around the lines. */
const FRAME = '{"before":[],"lines":[]}'.length
const AROUND_LINE = '{"id":10,"text":""},'.length

/**
 * Splits texts into lines, and lines into batches.
 * @param maxCharacters maximum of one question, with lines as JSON
 * @param withContext whether a batch includes the lines before it
 */
export function batchesOf(
  texts: readonly string[],
  maxCharacters: number,
  withContext: boolean,
): readonly Batch[] {
  const contextCharacters = withContext ? Math.floor(maxCharacters * CONTEXT_SHARE) : 0
  const space = Math.max(1, maxCharacters - contextCharacters - FRAME)
  const batches: { lines: Line[]; before: string[] }[] = []
  let free = 0
  for (const [of, whole] of texts.entries())
    for (const text of partsWithin(whole, space - AROUND_LINE)) {
      const batch = batches.at(-1)
      const size = sizeOf(text) + AROUND_LINE
      if (batch && size <= free && batch.lines.length < MAX_LINES) batch.lines.push({ of, text })
      else {
        batches.push({ lines: [{ of, text }], before: lastLines(texts.slice(0, of), contextCharacters) })
        free = space
      }
      free -= size
    }
  return batches
}

/** The last texts that fit. */
function lastLines(texts: readonly string[], space: number): string[] {
  const last: string[] = []
  let free = space
  for (const text of texts.slice(-CONTEXT_LINES).toReversed()) {
    free -= sizeOf(text) + '"",'.length
    if (free < 0) break
    last.unshift(text)
  }
  return last
}

/** A text, split at spaces if it is too long, or anywhere if it has none. */
function partsWithin(text: string, space: number): string[] {
  if (text === '') return []
  if (sizeOf(text) <= space) return [text]
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const token of spacedWords(text).flatMap((word) => charactersWithin(word, space))) {
    const own = sizeOf(token)
    if (part !== '' && size + own > space) {
      parts.push(part.trim())
      part = ''
      size = 0
    }
    part += token
    size += own
  }
  return [...parts, part.trim()]
}

/** A word, in single characters if it is too long. */
function charactersWithin(word: string, space: number): string[] {
  return sizeOf(word) <= space ? [word] : Array.from(word)
}

/** The length of a text in JSON, without quotation marks. */
function sizeOf(text: string): number {
  return JSON.stringify(text).length - 2
}
