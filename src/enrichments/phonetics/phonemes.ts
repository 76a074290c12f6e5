/** The phonemes of words. */
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { LanguageCode } from '../../contract/languages.ts'
import { lettersAsPhonemes } from './letters-as-phonemes.ts'
import type { Phonemes } from './phoneme-similarity.ts'

/** The part of the library's class that is used. */
interface EnglishG2P {
  predict(word: string, language: string): string | null
}

let english: EnglishG2P | undefined

/**
 * Uses phonemize for English: a dictionary of exceptions, and rules for all other words, 0.1 ms per word. Its ES modules
 * import JSON in a way that Node rejects, so its CommonJS modules are loaded instead, which takes 0.2 s and is deferred.
 */
function englishG2P(): EnglishG2P {
  if (english !== undefined) return english
  const library: { EnglishG2P: new () => EnglishG2P } = createRequire(import.meta.url)('phonemize/en-g2p')
  return (english = new library.EnglishG2P())
}

/** Longer words are converted letter by letter, because the library splits words in every possible way. */
const MAX_LETTERS = 40

/** Two hours of speech have some thousands of different words. */
const cache = new LRUCache<string, Phonemes>({
  max: 50_000,
  maxSize: 5_000_000,
  sizeCalculation: (phonemes, key) => phonemes.length + key.length,
})

/**
 * The phonemes of a word or phrase: in English as pronounced, in other languages by the letters.
 * @param word without punctuation
 */
export function phonemesOf(word: string, language: LanguageCode): Phonemes {
  const key = `${language} ${word}`
  const before = cache.get(key)
  if (before !== undefined) return before
  const phonemes = word.split(/[\s-]+/u).flatMap((part) => phonemesOfWord(part, language))
  cache.set(key, phonemes)
  return phonemes
}

function phonemesOfWord(word: string, language: LanguageCode): Phonemes {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (language !== 'en' || plain.length > MAX_LETTERS || !/^[a-z'’]+$/i.test(plain))
    return lettersAsPhonemes(word)
  // Two or three capitals are spelled out; the library would spell out any number of them.
  const spelled = plain.length > 3 ? plain.toLowerCase() : plain
  return phonemesOfIpa(englishG2P().predict(spelled.replaceAll('’', "'"), 'en-US') ?? '')
}

const PHONEME = /tʃ|dʒ|eɪ|aɪ|ɔɪ|oʊ|aʊ|\p{L}/gu

/** @param ipa with stress and length marks, which are ignored */
function phonemesOfIpa(ipa: string): Phonemes {
  return (ipa.replaceAll(/[ˈˌː]/gu, '').replaceAll('ɫ', 'l').match(PHONEME) ?? []).map((one) =>
    one === 'g' ? 'ɡ' : one === 'r' ? 'ɹ' : one,
  )
}
