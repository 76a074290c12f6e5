/** Words that were recognised wrong, beside a text that is right: the word error rate counts them. */
import { diffArrays } from 'diff'
import type { LanguageCode } from '../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'

/** A word, or a character in languages without spaces, where error rates are of characters. */
export interface Unit {
  /** What is compared: letters and digits, whatever their case. */
  readonly key: string
  /** Where it is in the `plain` text, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

/** The words of a text, and the text as they are found in it: in compatibility form (NFKC), with straight apostrophes. */
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

/** The indices of two words that are in each other's place; null where the other text has no word. */
export type Aligned = readonly [right: number | null, recognised: number | null]

/**
 * Changed words beyond which the rest counts as replaced, and the most pairs of words of a part that is aligned: what is beyond is
 * no correction, and takes time in proportion to their squares.
 */
const MAX_CHANGED = 4_000
const MAX_PAIRS = 4_000_000

/** Words in a row that both texts have stay in each other's place, but for this many at each end. */
const MARGIN = 2

/** Both texts, word by word in their order, with the fewest words that differ (Levenshtein). */
export function aligned(right: readonly string[], recognised: readonly string[]): Aligned[] {
  const changes = diffArrays([...recognised], [...right], { maxEditLength: MAX_CHANGED })
  if (changes === undefined) return replaced(0, right.length, 0, recognised.length)
  const pairs: Aligned[] = []
  // The part that is aligned next begins here, the changes that follow here.
  let [i, j] = [0, 0]
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

/** Word for word, and what is left of the longer one. */
function replaced(right: number, rightEnd: number, recognised: number, recognisedEnd: number): Aligned[] {
  const length = Math.max(rightEnd - right, recognisedEnd - recognised)
  const at = (from: number, end: number, k: number) => (from + k < end ? from + k : null)
  return Array.from({ length }, (_, k) => [at(right, rightEnd, k), at(recognised, recognisedEnd, k)] as const)
}

/** The step that leads to a pair of places. */
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

/** How many words of how many are wrong, missing or too many. */
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

/** The same as a share of the words: the word error rate. */
export function wordErrorRate(right: string, recognised: string, language: LanguageCode): number {
  const { wrong, words } = wordErrors(right, recognised, language)
  return wrong / words
}
