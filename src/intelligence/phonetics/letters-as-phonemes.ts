/**
 * How a word sounds by its letters alone, for languages without a reader of their own here. Only the likeness of words
 * of one language is asked for, so what counts is that ways to write the same sound become the same; which sound that
 * is, matters less.
 */
import type { Phonemes } from './phoneme-similarity.ts'

/** Latin letters and rows of them as most languages of Europe read them, the longest first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch|cz|č|ć|ch(?=[eiy])|c(?=ci)/y, 'tʃ'],
  [/sch|sh|sz|š|ş|ș/y, 'ʃ'],
  [/dž|dj|dż|dz/y, 'dʒ'],
  [/ż|ž|zh|j(?=[aou])/y, 'ʒ'],
  [/kh|ch/y, 'x'],
  [/ph/y, 'f'],
  [/th/y, 't'],
  [/ck|cq|qu|q/y, 'k'],
  [/gn|ñ|ń|nh/y, 'n'],
  [/eau|au(?=x\b)|ô/y, 'oʊ'],
  [/ou|oo/y, 'u'],
  [/ei|ai|ey|ay/y, 'aɪ'],
  [/eu|äu|oi|oy/y, 'ɔɪ'],
  [/ie|ee|y/y, 'i'],
  [/ö|ø|œ|oe/y, 'ø'],
  [/ü|ue/y, 'y'],
  [/ä|æ|ae/y, 'ɛ'],
  [/c(?=[eiy])|ç|ß/y, 's'],
  [/c/y, 'k'],
  [/x/y, 'ks'],
  [/w/y, 'v'],
  [/g/y, 'ɡ'],
  [/r/y, 'ɹ'],
  [/ł/y, 'w'],
]

/** @param word in any script: all other letters stand for themselves */
export function lettersAsPhonemes(word: string): Phonemes {
  const letters = word.normalize('NFC').toLowerCase()
  const phonemes: string[] = []
  const push = (phoneme: string) => {
    // Twice the same letter is one sound.
    if (phonemes.at(-1) !== phoneme) phonemes.push(phoneme)
  }
  for (let at = 0; at < letters.length;) {
    const found = SOUNDS.find(([pattern]) => {
      pattern.lastIndex = at
      return pattern.test(letters)
    })
    if (found) {
      const [pattern, sound] = found
      if (sound === 'ks') ['k', 's'].forEach(push)
      else push(sound)
      at = pattern.lastIndex
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
