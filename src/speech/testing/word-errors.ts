import type { LanguageCode } from '../../contract/languages.ts'

/**
 * Words of the reference that are wrong, missing or too many, as a share of all: the edit distance between word lists,
 * whatever the case and the punctuation. Of Japanese, characters take the place of words.
 */
export function wordErrorRate(reference: string, recognised: string, language: LanguageCode): number {
  const { wrong, words } = wordErrors(reference, recognised, language)
  return wrong / words
}

/** How many of how many. */
export function wordErrors(
  reference: string,
  recognised: string,
  language: LanguageCode,
): { wrong: number; words: number } {
  const expected = unitsOf(reference, language)
  return { wrong: editDistance(expected, unitsOf(recognised, language)), words: expected.length }
}

function unitsOf(text: string, language: LanguageCode): string[] {
  const words =
    text
      .normalize('NFKC')
      .replaceAll('’', "'")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}']+/gu) ?? []
  return language === 'ja' ? Array.from(words.join('')) : words
}

function editDistance(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, unit] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries())
      row.push(Math.min(above[j]! + (unit === other ? 0 : 1), above[j + 1]! + 1, row[j]! + 1))
    above = row
  }
  return above[b.length]!
}
