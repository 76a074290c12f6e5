/** What a language model translates at once. */

/** One line of a batch: an original, or a part of one that is too long. */
interface Line {
  /** Which original it is of. */
  readonly of: number
  readonly text: string
}

export interface Batch {
  readonly lines: readonly Line[]
  /** What is said before them, for context. */
  readonly before: readonly string[]
}

/** Models lose count in longer lists. */
const MOST_LINES = 40

/** What is said before a batch is told in so many lines, in this part of the room at most. */
const LINES_BEFORE = 3
const SHARE_BEFORE = 1 / 8

/** Room for what stands around the lines. */
const FRAME = '{"before":[],"lines":[]}'.length
const AROUND_LINE = '{"id":10,"text":""},'.length

/**
 * The lines that texts make, in batches that fit.
 * @param maxCharacters room in one question, lines as JSON
 * @param withContext whether a batch also tells what comes before it
 */
export function batchesOf(
  texts: readonly string[],
  maxCharacters: number,
  withContext: boolean,
): readonly Batch[] {
  const roomBefore = withContext ? Math.floor(maxCharacters * SHARE_BEFORE) : 0
  const room = Math.max(1, maxCharacters - roomBefore - FRAME)
  const batches: { lines: Line[]; before: string[] }[] = []
  let free = 0
  for (const [of, whole] of texts.entries())
    for (const text of partsWithin(whole, room - AROUND_LINE)) {
      const batch = batches.at(-1)
      const size = sizeOf(text) + AROUND_LINE
      if (batch && size <= free && batch.lines.length < MOST_LINES) batch.lines.push({ of, text })
      else {
        batches.push({ lines: [{ of, text }], before: lastLines(texts.slice(0, of), roomBefore) })
        free = room
      }
      free -= size
    }
  return batches
}

/** The last of some texts, as many as fit. */
function lastLines(texts: readonly string[], room: number): string[] {
  const last: string[] = []
  let free = room
  for (const text of texts.slice(-LINES_BEFORE).toReversed()) {
    free -= sizeOf(text) + '"",'.length
    if (free < 0) break
    last.unshift(text)
  }
  return last
}

/** A text, cut at its spaces where it is too long, or anywhere if it has none. */
function partsWithin(text: string, room: number): string[] {
  if (text === '') return []
  if (sizeOf(text) <= room) return [text]
  const parts: string[] = []
  let part = ''
  for (const piece of text.match(/\s*\S+/gu)?.flatMap((word) => charactersWithin(word, room)) ?? []) {
    if (part !== '' && sizeOf(part + piece) > room) {
      parts.push(part.trim())
      part = ''
    }
    part += piece
  }
  return [...parts, part.trim()]
}

/** A word, in single characters if it is too long itself. */
function charactersWithin(word: string, room: number): string[] {
  return sizeOf(word) <= room ? [word] : Array.from(word)
}

/** Characters of a text in JSON, without its quotation marks. */
function sizeOf(text: string): number {
  return JSON.stringify(text).length - 2
}
