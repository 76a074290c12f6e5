import stopwords from 'stopwords-iso' with { type: 'json' }
import type { LanguageCode } from '../contract/languages.ts'
import { perLanguage } from './memoise.ts'

/** By ISO 639-1 code. */
const LISTS: Partial<Record<string, readonly string[]>> = stopwords

/** Words that say nothing about the subject, in lower case with straight apostrophes; empty for a language without a list. */
export const stopWords: (language: LanguageCode) => ReadonlySet<string> = perLanguage(
  (language) => new Set((LISTS[language] ?? []).map(withStraightApostrophe)),
)

/** The lists spell words such as "don't" with either apostrophe. */
export function withStraightApostrophe(word: string): string {
  return word.replaceAll('’', "'")
}
