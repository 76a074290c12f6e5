/** Words of speech that written sentences omit. */
import type { LanguageCode } from '../../contract/languages.ts'
import { perLanguage } from '../../text/memoise.ts'
import lists from './spoken-words.json' with { type: 'json' }

/** Lists of lower-case words and phrases of one language. */
interface SpokenWords {
  /** Hesitations, which are always removed. */
  readonly hesitations?: readonly string[]
  /** Removed if set off by punctuation, or at the start of a sentence before a comma. */
  readonly setOff?: readonly string[]
  /** Removed at the start of a sentence, because they refer to what was said before. */
  readonly openings?: readonly string[]
  /** Casual words, which say as little as stop words. */
  readonly casual?: readonly string[]
}

const LISTS: Partial<Record<LanguageCode, SpokenWords>> = lists

/** Single words that say nothing about the subject, in addition to the stop words of written language. */
export function fillerWords(language: LanguageCode): readonly string[] {
  const { hesitations = [], setOff = [], casual = [] } = LISTS[language] ?? {}
  return [...hesitations, ...setOff, ...casual].filter((word) => !word.includes(' '))
}

/** Removes fillers, opening conjunctions and the dash of a dialogue from a sentence. The rest begins in upper case. */
export function withoutFillers(text: string, language: LanguageCode): string {
  let [before, after] = ['', text.replace(/^[-–—]\s+/u, '')]
  while (after !== before) {
    before = after
    for (const { pattern, by } of patternsOf(language)) after = after.replace(pattern, by).trim()
  }
  return /\p{L}/u.test(after) ? after.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : text
}

interface Replacement {
  readonly pattern: RegExp
  readonly by: string
}

const patternsOf = perLanguage((language) => replacements(LISTS[language] ?? {}))

function replacements({ hesitations = [], setOff = [], openings = [] }: SpokenWords): Replacement[] {
  if (hesitations.length === 0) return []
  const [hesitation, phrase, opening] = [hesitations, setOff, openings].map((words) => words.join('|'))
  return [
    // "just um just" and "and, you know, then"
    { pattern: new RegExp(`(?<!\\p{L})(\\p{L}+),? (?:${hesitation}),? \\1(?!\\p{L})`, 'giu'), by: '$1' },
    { pattern: new RegExp(`(?<= (?:${opening})), (?:${phrase}),(?= )`, 'giu'), by: '' },
    { pattern: new RegExp(`(?:^|,? +)(?:${hesitation})(?![\\p{L}'’-])(?:,(?= ))?`, 'giu'), by: '' },
    { pattern: new RegExp(`(?<=, )(?:${phrase}), `, 'giu'), by: '' },
    { pattern: new RegExp(`, (?:${phrase})(?=[.?!…]$)`, 'iu'), by: '' },
    { pattern: new RegExp(`^(?:(?:${opening}),? |(?:${phrase}), )+`, 'iu'), by: '' },
  ]
}
