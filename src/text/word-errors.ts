/** Compares recognised words with a correct text, and computes the word error rate. */
import { diffArrays } from 'diff'
import type { LanguageCode } from '../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'

/** A word; in languages without spaces, a character, since their error rates count characters. */
export interface Unit {
  /** The letters and digits to compare, in lower case. */
  readonly key: string
  /** Position in the `plain` text, in UTF-16 units; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** The words of a text, and the text that their positions refer to: in form NFKC, with straight apostrophes. */
export function unitsOf(text: string, language: LanguageCode): { plain: string; units: Unit[] } {
  const plain = text.normalize('NFKC').replaceAll('’', "'")
  const unit = isWrittenWithoutSpaces(language) ? CHARACTER : WORD
  const units = Array.from(plain.matchAll(unit), ({ 0: found, index }) => ({
    key: found.toLowerCase(),
    from: index,
    to: index + found.length,
  }))
  return { plain, units }
}

const WORD = /[\p{L}\p{M}\p{N}']+/gu
const CHARACTER = /[\p{L}\p{M}\p{N}']/gu

/** The indices of two words in the same place; null if one text has no word there. */
export type Aligned = readonly [right: number | null, recognised: number | null]

/**
 * Maximum number of changed words, and of pairs of words in a part to align. Beyond these, the words count as replaced: that
 * many changes are no correction, and the time to align them grows with the square of their number.
 */
const MAX_CHANGED = 4_000
const MAX_PAIRS = 4_000_000

/** A sequence of words that both texts have stays aligned, except for this many words at each end. */
const MARGIN = 2

/** Aligns both texts, word by word, with the fewest words that differ (Levenshtein). */
export function aligned(right: readonly string[], recognised: readonly string[]): Aligned[] {
  const changes = diffArrays([...recognised], [...right], { maxEditLength: MAX_CHANGED })
  if (changes === undefined) return replaced(0, right.length, 0, recognised.length)
  const pairs: Aligned[] = []
  // Start of the next part to align, …
  let [i, j] = [0, 0]
  // … and of the next change.
  let [r, h] = [0, 0]
  const alignUpTo = (rightEnd: number, recognisedEnd: number) => {
    const part = fewestEdits(right.slice(i, rightEnd), recognised.slice(j, recognisedEnd))
    for (const [a, b] of part) pairs.push([a === null ? null : a + i, b === null ? null : b + j])
    ;[i, j] = [rightEnd, recognisedEnd]
  }
  for (const { count, added, removed } of changes) {
    if (!added && !removed && count > 2 * MARGIN) {
      alignUpTo(r + MARGIN, h + MARGIN)
      while (i < r + count - MARGIN) pairs.push([i++, j++])
    }
    if (!removed) r += count
    if (!added) h += count
  }
  alignUpTo(right.length, recognised.length)
  return pairs
}

/** Pairs the words one by one, then the rest of the longer text with nothing. */
function replaced(right: number, rightEnd: number, recognised: number, recognisedEnd: number): Aligned[] {
  const length = Math.max(rightEnd - right, recognisedEnd - recognised)
  const at = (from: number, end: number, k: number) => (from + k < end ? from + k : null)
  return Array.from({ length }, (_, k) => [at(right, rightEnd, k), at(recognised, recognisedEnd, k)] as const)
}

/** The step that leads to a cell of the table of edit distances. */
const STEP = { both: 0, right: 1, recognised: 2 } as const

function fewestEdits(right: readonly string[], recognised: readonly string[]): Aligned[] {
  const width = recognised.length + 1
  if (right.length * recognised.length > MAX_PAIRS || width === 1 || right.length === 0)
    return replaced(0, right.length, 0, recognised.length)
  const steps = new Uint8Array((right.length + 1) * width)
  let above = Int32Array.from({ length: width }, (_, j) => j)
  let row = new Int32Array(width)
  steps.fill(STEP.recognised, 1, width)
  for (const [i, word] of right.entries()) {
    row[0] = i + 1
    const line = (i + 1) * width
    steps[line] = STEP.right
    for (let j = 0; j < recognised.length; j++) {
      const both = above[j]! + (word === recognised[j] ? 0 : 1)
      const without = above[j + 1]! + 1
      const more = row[j]! + 1
      const least = Math.min(both, without, more)
      row[j + 1] = least
      steps[line + j + 1] = least === both ? STEP.both : least === without ? STEP.right : STEP.recognised
    }
    ;[above, row] = [row, above]
  }
  const pairs: Aligned[] = []
  for (let i = right.length, j = recognised.length; i > 0 || j > 0;) {
    const step = steps[i * width + j]
    if (step !== STEP.recognised) i--
    if (step !== STEP.right) j--
    pairs.push([step === STEP.recognised ? null : i, step === STEP.right ? null : j])
  }
  return pairs.toReversed()
}

/** `wrong`: how many words are wrong, missing or superfluous; `words`: the number of words of the correct text. */
export function wordErrors(
  right: string,
  recognised: string,
  language: LanguageCode,
): { wrong: number; words: number } {
  const [a, b] = [right, recognised].map((text) => unitsOf(text, language).units.map(({ key }) => key)) as [
    string[],
    string[],
  ]
  const wrong = aligned(a, b).filter(([i, j]) => i === null || j === null || a[i] !== b[j]).length
  return { wrong, words: a.length }
}

/** The word error rate: `wrong` as a share of `words`. */
export function wordErrorRate(right: string, recognised: string, language: LanguageCode): number {
  const { wrong, words } = wordErrors(right, recognised, language)
  return wrong / words
}
