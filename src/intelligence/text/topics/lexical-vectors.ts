/** Texts as vectors of what their words are made of, whatever the language. */
import { unit } from '../vectors.ts'
import type { ContentWord } from './content-words.ts'

/** Numbers in a vector. Features are hashed into them (Weinberger et al., "Feature Hashing", 2009). */
const DIMENSIONS = 512

/** Letters of a feature: inflected forms of a word share most of theirs. */
const FEATURE_LETTERS = 4

/** The vectors of some texts by their words, each of length 1, or 0 in all numbers if the text has no words. */
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

/** The word itself, and the letters in a row that it has; scripts of syllables have short words. */
function features(word: string): string[] {
  const letters = Array.from(`^${word}$`)
  const size = IDEOGRAPHS.test(word) ? 2 : FEATURE_LETTERS
  const found = [word]
  for (let from = 0; from + size <= letters.length; from += 1)
    found.push(letters.slice(from, from + size).join(''))
  return found
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
