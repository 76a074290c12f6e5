/** Separates the letters and digits of a word of a transcript from its spaces and punctuation. */
import { UNSPACED_SCRIPT } from '../contract/unspaced-scripts.ts'

/** Source of a regular expression for a letter, mark or digit of a word, except in scripts without spaces. */
export const IN_WORD = `(?!${UNSPACED_SCRIPT.source})[\\p{L}\\p{N}\\p{M}]`

export interface WordParts {
  /** The space and the punctuation before it. */
  readonly before: string
  /** From its first letter or digit to its last; empty if it has none. */
  readonly core: string
  /** The punctuation after it, and a trailing space. */
  readonly after: string
}

/** Splits a word into its parts; joined, they give the word. */
export function wordParts(word: string): WordParts {
  const { 0: core, index: from } = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(word) ?? {
    0: '',
    index: word.length,
  }
  return { before: word.slice(0, from), core, after: word.slice(from + core.length) }
}

/** A word without its spaces, case and punctuation, for comparisons; just trimmed if it has no letters and digits. */
export function bareWord(word: string): string {
  return wordParts(word).core.toLowerCase() || word.trim()
}

/** Whether a sentence or a clause may end after a word, so that no name extends beyond it. */
export function endsClause({ core, after }: WordParts): boolean {
  // Recognisers write spelled letters with dots: "M. B. A."
  return /[!?;:…。！？]/u.test(after) || (after.includes('.') && core.length > 1)
}
