/** How words sound. */
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { LanguageCode } from '../../contract/languages.ts'
import { lettersAsPhonemes } from './letters-as-phonemes.ts'
import type { Phonemes } from './phoneme-similarity.ts'

/** What is used of the library's class. */
interface EnglishG2P {
  predict(word: string, language: string): string | null
}

let english: EnglishG2P | undefined

/**
 * English by phonemize: a dictionary of exceptions, and rules for all other words, 0.1 ms each. Its modules for `import`
 * ask for JSON in a way that Node refuses, those for `require` work; loading them takes 0.2 s, so it is put off.
 */
function englishG2P(): EnglishG2P {
  if (english !== undefined) return english
  const library: { EnglishG2P: new () => EnglishG2P } = createRequire(import.meta.url)('phonemize/en-g2p')
  return (english = new library.EnglishG2P())
}

/** Words come again: two hours of speech have some thousands of them. */
const known = new LRUCache<string, Phonemes>({ max: 50_000 })

/**
 * The phonemes of a word: in English as it is read, in other languages by its letters.
 * @param word without punctuation; spaces part words, and are not heard
 */
export function phonemesOf(word: string, language: LanguageCode): Phonemes {
  const key = `${language} ${word}`
  const before = known.get(key)
  if (before !== undefined) return before
  const phonemes = word.split(/[\s-]+/u).flatMap((part) => read(part, language))
  known.set(key, phonemes)
  return phonemes
}

function read(word: string, language: LanguageCode): Phonemes {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (language !== 'en' || !/^[a-z'’]+$/i.test(plain)) return lettersAsPhonemes(word)
  // Two or three capitals are spelled out; the library would spell out any row of them.
  const spelled = plain.length > 3 ? plain.toLowerCase() : plain
  return phonemesOfIpa(englishG2P().predict(spelled.replaceAll('’', "'"), 'en-US') ?? '')
}

const PHONEME = /tʃ|dʒ|eɪ|aɪ|ɔɪ|oʊ|aʊ|\p{L}/gu

/** @param ipa with marks of stress and length, which do not matter here */
function phonemesOfIpa(ipa: string): Phonemes {
  return (ipa.replaceAll(/[ˈˌː]/gu, '').replaceAll('ɫ', 'l').match(PHONEME) ?? []).map((one) =>
    one === 'g' ? 'ɡ' : one === 'r' ? 'ɹ' : one,
  )
}
