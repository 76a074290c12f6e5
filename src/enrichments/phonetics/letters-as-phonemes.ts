/**
 * Derives the phonemes of a word from its letters alone, for languages without a dictionary. Only words of one language
 * are compared, so different spellings of a sound must give the same phoneme; which phoneme matters less.
 */
import letterPhonemes from './letter-phonemes.json' with { type: 'json' }
import type { Phonemes } from './phoneme-similarity.ts'

/** Latin letters as most European languages pronounce them, longest sequences first. */
const RULES = letterPhonemes.map(([letters = '', phonemes = '']) => ({
  pattern: new RegExp(letters, 'y'),
  phonemes: phonemes.split(' '),
}))

/** @param word in any script; letters without a rule stand for themselves */
export function lettersAsPhonemes(word: string): Phonemes {
  const letters = word.normalize('NFC').toLowerCase()
  const phonemes: string[] = []
  const push = (phoneme: string) => {
    // A doubled letter is one phoneme.
    if (phonemes.at(-1) !== phoneme) phonemes.push(phoneme)
  }
  for (let at = 0; at < letters.length;) {
    const rule = RULES.find(({ pattern }) => {
      pattern.lastIndex = at
      return pattern.test(letters)
    })
    if (rule) {
      rule.phonemes.forEach(push)
      at = rule.pattern.lastIndex
      continue
    }
    const letter = String.fromCodePoint(letters.codePointAt(at) ?? 0)
    at += letter.length
    const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
    if (base !== letter) lettersAsPhonemes(base).forEach(push)
    else if (/[\p{L}\p{N}]/u.test(letter)) push(letter)
  }
  return phonemes
}
