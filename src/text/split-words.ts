/** Splits text into words. */
import type { LanguageCode } from '../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { perLanguage } from './memoise.ts'

/**
 * The words of a text, each with its own white space and punctuation, so that joining them gives the text. Words are
 * separated by spaces or, in languages without spaces, found by the dictionaries of ICU.
 */
export function splitWords(text: string, language: LanguageCode): string[] {
  if (!isWrittenWithoutSpaces(language)) return spacedWords(text)
  const words: string[] = []
  for (const { segment, isWordLike } of wordSegmenter(language).segment(text)) {
    const last = words.at(-1)
    const startsWord = isWordLike || OPENING.test(segment)
    if (last === undefined || (startsWord && !OPENING.test(last))) words.push(segment)
    else words[words.length - 1] = last + segment
  }
  return words
}

/** Splits a text at its spaces. Each word keeps the space before it, the last one also the space after it. */
export function spacedWords(text: string): string[] {
  return text.trim() === '' ? [] : text.split(/(?<=\S)(?=\s+\S)/u)
}

/** A word segmenter: creating one takes longer than using it. */
export const wordSegmenter = perLanguage((language) => new Intl.Segmenter(language, { granularity: 'word' }))

/** Brackets and quotation marks that belong to the word after them. */
const OPENING = /^[\p{Ps}\p{Pi}\s]+$/u
