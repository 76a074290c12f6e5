/** Content words: the words of a text without stop words. */
import type { LanguageCode } from '../../contract/languages.ts'
import { perLanguage } from '../../text/memoise.ts'
import { stopWords as written, withStraightApostrophe } from '../../text/stop-words.ts'
import { wordSegmenter } from '../../text/split-words.ts'
import { fillerWords } from './spoken-words.ts'

/** Stop words of written language, and of speech. */
const stopWords = perLanguage(
  (language) => new Set([...written(language), ...fillerWords(language).map(withStraightApostrophe)]),
)

export interface ContentWord {
  /** As written. */
  readonly text: string
  /** In lower case, with a straight apostrophe. */
  readonly key: string
  /** Number of words before it, including stop words; punctuation also counts as one. */
  readonly position: number
  /** Its offset in the text. */
  readonly from: number
}

/** The words of a text except stop words, numbers and single letters. */
export function contentWords(text: string, language: LanguageCode): ContentWord[] {
  const stops = stopWords(language)
  const words: ContentWord[] = []
  let position = 0
  for (const { segment, index, isWordLike } of wordSegmenter(language).segment(text)) {
    if (!isWordLike) {
      if (/[^\s\-'’]/.test(segment)) position += 1
      continue
    }
    const key = withStraightApostrophe(segment.toLowerCase())
    if (isContentWord(key) && !stops.has(key) && !stops.has(key.replace(ELISION, '')))
      words.push({ text: segment, key, position, from: index })
    position += 1
  }
  return words
}

/** The word before an apostrophe in French and Italian: "n'est". */
const ELISION = /^\p{L}{1,2}'/u

/** Japanese words only in hiragana are grammatical; content words use other scripts. */
function isContentWord(key: string): boolean {
  return /\p{L}/u.test(key) && !/^(?:\p{ASCII}|\p{Script=Hiragana}+)$/u.test(key)
}
