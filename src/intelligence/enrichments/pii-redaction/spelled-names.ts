/** Names spelled letter by letter: "S-A-R-A-H", "S. A. R. A. H." */
import type { Redaction } from './redactions.ts'

const SPELLED = /(?<![\p{L}\p{M}]['’]?)\p{L}(?:[-.,\s]{1,3}\p{L}){2,}(?![\p{L}\p{M}])/gu

/**
 * Where a text spells one of these names.
 * @param names of three letters or more; shorter ones are ignored
 */
export function spelledNames(text: string, names: readonly string[]): Redaction[] {
  const wanted = names.map(lettersOf).filter((name) => name.length > 2)
  return Array.from(text.matchAll(SPELLED), ({ 0: spelled, index }) => ({ spelled, index }))
    .filter(({ spelled }) => {
      const letters = lettersOf(spelled)
      return wanted.some((name) => letters.includes(name))
    })
    .map(({ spelled, index }) => ({ type: 'NAME', from: index, to: index + spelled.length }))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '')
}
