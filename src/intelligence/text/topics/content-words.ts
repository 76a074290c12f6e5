/** The words of a text that say something. */
import stopwords from 'stopwords-iso' with { type: 'json' }
import fillerWords from './filler-words.json' with { type: 'json' }
import type { LanguageCode } from '../../../contract/languages.ts'
import { wordSegmenter } from '../word-pieces.ts'

/** Stop words of written language, by ISO 639-1 code. */
const WRITTEN: Partial<Record<string, readonly string[]>> = stopwords
/** Fillers of speech, which those lists lack. */
const SPOKEN: Partial<Record<string, readonly string[]>> = fillerWords

const sets = new Map<LanguageCode, ReadonlySet<string>>()

function stopWords(language: LanguageCode): ReadonlySet<string> {
  const known = sets.get(language)
  if (known) return known
  // The lists spell "don't" with either apostrophe, and languages they lack have none.
  const made = new Set([...(WRITTEN[language] ?? []), ...(SPOKEN[language] ?? [])].map(straight))
  sets.set(language, made)
  return made
}

/** A word that says something, and where in its text it stands. */
export interface ContentWord {
  /** As it is written. */
  readonly text: string
  /** In lower case. */
  readonly key: string
  /** The number of words before it, stop words included; a stop between clauses counts as one, too. */
  readonly position: number
}

/** The words of a text without those that any text has, numbers and single letters. */
export function contentWords(text: string, language: LanguageCode): ContentWord[] {
  const stops = stopWords(language)
  const words: ContentWord[] = []
  let position = 0
  for (const { segment, isWordLike } of wordSegmenter(language).segment(text)) {
    if (!isWordLike) {
      if (/[^\s\-'’]/.test(segment)) position += 1
      continue
    }
    const key = straight(segment.toLowerCase())
    if (saysSomething(key) && !stops.has(key)) words.push({ text: segment, key, position })
    position += 1
  }
  return words
}

/** In Japanese, what is written in hiragana alone is grammar; words are written in other scripts. */
function saysSomething(key: string): boolean {
  return /\p{L}/u.test(key) && !/^(?:\p{ASCII}|\p{Script=Hiragana}+)$/u.test(key)
}

function straight(word: string): string {
  return word.replaceAll('’', "'")
}
