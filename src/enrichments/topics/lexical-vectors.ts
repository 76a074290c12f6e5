/** Represents texts, in any language, as vectors of character n-grams. */
import { unit } from '../../models/vectors.ts'
import type { ContentWord } from './content-words.ts'

/** Features are hashed into this many dimensions (Weinberger et al., "Feature Hashing", 2009). */
const DIMENSIONS = 512

/** Letters of an n-gram; inflected forms of a word share most of their n-grams. */
const NGRAM_LETTERS = 4

/** The tf-idf vectors of some texts, each of length 1, or all zeros for a text without words. */
export function lexicalVectors(texts: readonly (readonly ContentWord[])[]): Float32Array[] {
  const bags = texts.map((words) => words.flatMap(({ key }) => features(key)))
  const frequency = new Map<string, number>()
  for (const bag of bags)
    for (const feature of new Set(bag)) frequency.set(feature, (frequency.get(feature) ?? 0) + 1)
  return bags.map((bag) => {
    const vector = new Float32Array(DIMENSIONS)
    for (const feature of bag) {
      const hashed = hash(feature)
      const rarity = Math.log(1 + bags.length / (frequency.get(feature) ?? 1))
      vector[(hashed >>> 1) % DIMENSIONS]! += hashed & 1 ? rarity : -rarity
    }
    return unit(vector)
  })
}

/** The word and its n-grams; n-grams of two characters in East Asian scripts, whose words are short. */
function features(word: string): string[] {
  const letters = Array.from(`^${word}$`)
  const size = EAST_ASIAN.test(word) ? 2 : NGRAM_LETTERS
  const found = [word]
  for (let from = 0; from + size <= letters.length; from += 1)
    found.push(letters.slice(from, from + size).join(''))
  return found
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
