/** Finds dates, times, sums of money, spoken telephone numbers and other numbers in English. */
import { readPatterns } from '../patterns.ts'
import { type EntitySpan, type EntityType, spansOf } from './entity-span.ts'

const PATTERNS = readPatterns(new URL('data/english-quantities.txt', import.meta.url)).map(
  // A match must not begin within a word.
  ({ label, source }) => ({
    type: label as EntityType,
    pattern: new RegExp(`(?<!\\p{L})(?:${source})`, 'giu'),
  }),
)

/** The quantities in an English text, the likelier ones first; they may overlap. */
export function englishQuantities(text: string): EntitySpan[] {
  return PATTERNS.flatMap(({ type, pattern }) => spansOf(text, pattern, type))
}
