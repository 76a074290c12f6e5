/** Phrases of a text: content words, and sequences of content words with few stop words between them. */
import { overlapsAny } from '../../entities/entity-span.ts'
import type { ContentWord } from '../../topics/content-words.ts'
import type { RatedSentence } from '../../topics/rated-sentences.ts'

/** Maximum content words of a phrase. */
const MAX_WORDS = 4

/** Maximum stop words between two content words. */
const MAX_STOP_WORDS = 2

export interface Phrase {
  /** As written in the sentence. */
  readonly text: string
  /** Its content words. */
  readonly words: readonly ContentWord[]
  /** Whether it consists only of content words. */
  readonly isAdjacent: boolean
}

/** All phrases of a sentence that contain no personal values, in reading order. */
export function phrasesOf({ sentence, words, personal }: RatedSentence): Phrase[] {
  const phrases: Phrase[] = []
  for (const [index, first] of words.entries())
    for (const [more, last] of words.slice(index, index + MAX_WORDS).entries()) {
      const before = words[index + more - 1]!
      if (more > 0 && last.position - before.position - 1 > MAX_STOP_WORDS) break
      const range = { from: first.from, to: last.from + last.text.length }
      if (overlapsAny(range, personal)) break
      phrases.push({
        text: sentence.text.slice(range.from, range.to),
        words: words.slice(index, index + more + 1),
        isAdjacent: last.position - first.position === more,
      })
    }
  return phrases
}

/** Returns true if two phrases share a word or an inflected form of it, such as the plural. */
export function haveCommonWord(a: readonly ContentWord[], b: readonly ContentWord[]): boolean {
  return a.some(({ key }) => b.some((other) => isForm(key, other.key) || isForm(other.key, key)))
}

/** The most letters that an inflectional ending adds. */
const MAX_ENDING_LETTERS = 2

/** Returns true if one word is the other with an inflectional ending. */
function isForm(longer: string, shorter: string): boolean {
  return longer.startsWith(shorter) && longer.length - shorter.length <= MAX_ENDING_LETTERS
}
