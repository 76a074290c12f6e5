/** Compares the punctuation of a transcript with that of a reference. */
import { isWrittenWithoutSpaces } from '../../src/contract/unspaced-scripts.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'

/** The mark after a word. In a reference, "~" means: any mark or none. */
type Mark = 'none' | 'clause' | 'end' | 'any'

/** A word, or a character in languages without spaces. */
interface Unit {
  readonly letters: string
  readonly mark: Mark
}

/** For sentence ends, or for all marks. */
export interface Found {
  readonly expected: number
  readonly written: number
  /** Number of marks written where the reference has one. */
  readonly right: number
}

export interface MarkCounts {
  readonly ends: Found
  readonly marks: Found
  readonly words: number
  readonly wrongWords: number
}

/** The correct sentence ends and marks of the recognised text, by the words of the reference that they follow. */
export function compareMarks(reference: string, recognised: string, language: LanguageCode): MarkCounts {
  const expected = unitsOf(reference, language)
  const units = unitsOf(recognised, language)
  const { places, distance } = aligned(expected, units)
  const written = expected.map((): Mark => 'none')
  for (const [i, place] of places.entries()) {
    const { mark } = units[i]!
    if (place >= 0 && written[place] !== 'end' && mark !== 'none') written[place] = mark
  }
  const count = (is: (mark: Mark) => boolean): Found => {
    const judged = expected.flatMap(({ mark }, i) => (mark === 'any' ? [] : [[is(mark), is(written[i]!)]]))
    return {
      expected: judged.filter(([wanted]) => wanted).length,
      written: judged.filter(([, has]) => has).length,
      right: judged.filter(([wanted, has]) => wanted && has).length,
    }
  }
  return {
    ends: count((mark) => mark === 'end'),
    marks: count((mark) => mark !== 'none'),
    words: expected.length,
    wrongWords: distance,
  }
}

export function total(counts: readonly MarkCounts[]): MarkCounts {
  const sum = (of: (counts: MarkCounts) => number) => counts.reduce((all, one) => all + of(one), 0)
  const found = (of: (counts: MarkCounts) => Found) => ({
    expected: sum((one) => of(one).expected),
    written: sum((one) => of(one).written),
    right: sum((one) => of(one).right),
  })
  return {
    ends: found(({ ends }) => ends),
    marks: found(({ marks }) => marks),
    words: sum(({ words }) => words),
    wrongWords: sum(({ wrongWords }) => wrongWords),
  }
}

export const recall = ({ right, expected }: Found) => right / expected
export const precision = ({ right, written }: Found) => (written === 0 ? 1 : right / written)

function unitsOf(text: string, language: LanguageCode): Unit[] {
  const unit = isWrittenWithoutSpaces(language)
    ? /(?<letters>[\p{L}\p{M}\p{N}])(?<after>[^\p{L}\p{M}\p{N}]*)/gu
    : /(?<letters>[\p{L}\p{M}\p{N}'’.,]*[\p{L}\p{M}\p{N}])(?<after>[^\p{L}\p{M}\p{N}]*)/gu
  return Array.from(text.normalize('NFC').matchAll(unit), ({ groups }) => ({
    letters: groups!['letters']!.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase(),
    mark: markIn(groups!['after']!),
  }))
}

function markIn(text: string): Mark {
  if (text.includes('~')) return 'any'
  if (/[.?!…。？！]/u.test(text)) return 'end'
  return /[,;:，、；：]/u.test(text) ? 'clause' : 'none'
}

/** The shortest edit script from one text to the other, and for each unit of the latter its position in the former. */
function aligned(a: readonly Unit[], b: readonly Unit[]): { places: number[]; distance: number } {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const substituted = (i: number, j: number) =>
    rows[i - 1]![j - 1]! + (a[i - 1]!.letters === b[j - 1]!.letters ? 0 : 1)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, substituted(i, j)))
  }
  const places: number[] = []
  let i = a.length
  for (let j = b.length; j > 0;) {
    const cost = rows[i]![j]!
    if (i > 0 && cost === substituted(i, j)) places[--j] = --i
    else if (cost === rows[i]![j - 1]! + 1) places[--j] = i - 1
    else i--
  }
  return { places, distance: rows[a.length]![b.length]! }
}
