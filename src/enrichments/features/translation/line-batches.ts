/** Groups lines for a language model into batches that fit into one question. */
import { splitText } from '../../../text/text-chunks.ts'
import type { Line } from './translated-utterance.ts'

export interface Batch {
  readonly lines: readonly Line[]
  /** The preceding lines, for context. */
  readonly before: readonly string[]
}

/** Models lose count in longer lists. */
const MAX_LINES = 40

/** The context of a batch: the most lines, and the largest share of the characters. */
const CONTEXT_LINES = 3
const CONTEXT_SHARE = 1 / 8

/** Characters of the JSON around the lines. */
const FRAME = '{"before":,"lines":[]}'.length
const AROUND_LINE = '{"id":10,"text":},'.length

/**
 * Splits texts into lines, and lines into batches.
 * @param maxCharacters of one question, with lines as JSON
 * @param withContext whether a batch includes the lines before it
 */
export function batchesOf(
  texts: readonly string[],
  maxCharacters: number,
  withContext: boolean,
): readonly Batch[] {
  const contextCharacters = withContext ? Math.floor(maxCharacters * CONTEXT_SHARE) : '[]'.length
  const space = maxCharacters - contextCharacters - FRAME
  const batches: { lines: Line[]; before: string[] }[] = []
  let free = 0
  for (const [of, whole] of texts.entries())
    for (const text of partsWithin(whole, space - AROUND_LINE)) {
      const batch = batches.at(-1)
      const size = sizeOf(text) + AROUND_LINE
      if (batch && size <= free && batch.lines.length < MAX_LINES) batch.lines.push({ of, text })
      else {
        const before = texts.slice(Math.max(0, of - CONTEXT_LINES), of)
        while (before.length > 0 && sizeOf(before) > contextCharacters) before.shift()
        batches.push({ lines: [{ of, text }], before })
        free = space
      }
      free -= size
    }
  return batches
}

/** Splits a text in half, repeatedly, if it is too long. Never splits two characters, which may be a surrogate pair. */
function partsWithin(text: string, space: number): string[] {
  if (text.length <= 2 || sizeOf(text) <= space) return text === '' ? [] : [text]
  return splitText(text, Math.max(2, Math.ceil(text.length / 2))).flatMap((half) => partsWithin(half, space))
}

/** The length of a text or a list of texts as JSON. */
function sizeOf(texts: string | readonly string[]): number {
  return JSON.stringify(texts).length
}
