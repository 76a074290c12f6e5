/** Text cut where a line may break, and the times of the pieces. */
import type { LanguageCode } from '../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'

/**
 * A text cut before each of its words, white space and punctuation staying with them: at its spaces, or where a
 * dictionary finds words if the language has no spaces. Joined, the pieces are the text.
 */
export function wordPieces(text: string, language: LanguageCode): string[] {
  if (!isWrittenWithoutSpaces(language)) return text.match(/\s*\S+(?:\s+$)?/gu) ?? []
  const pieces: string[] = []
  for (const { segment, isWordLike } of wordSegmenter(language).segment(text)) {
    const last = pieces.at(-1)
    const begins = isWordLike || OPENING.test(segment)
    if (last === undefined || (begins && !OPENING.test(last))) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return pieces
}

const segmenters = new Map<LanguageCode, Intl.Segmenter>()

/** Finds the words of a language. Kept, as making one takes longer than using it. */
export function wordSegmenter(language: LanguageCode): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

/** Brackets and quotation marks that may not stand at the end of a line. */
const OPENING = /^[\p{Ps}\p{Pi}\s]+$/u

/** A piece of text, and when it is said, in seconds. */
interface TimedPiece {
  text: string
  start: number
  end: number
}

/** Gives each piece the share of the time that its length is of the whole. */
export function spread(pieces: readonly string[], start: number, end: number): TimedPiece[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let before = 0
  return pieces.map((text) => {
    const from = start + ((end - start) * before) / length
    before += text.length
    return { text, start: from, end: start + ((end - start) * before) / length }
  })
}
