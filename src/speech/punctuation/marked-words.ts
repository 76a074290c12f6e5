/** Adds marks, and possibly capitals, to words from a recogniser that writes none. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'

/** Returns a text with marks and capitals. */
export type WriteMarks = (text: string) => string

/**
 * How many words a model gets at once. It reads 200 tokens of an English text together. Marks at the end of its input are
 * less certain, and the library ends a sentence where it splits a longer text.
 */
const WINDOW = 80

/** How many words of a split sentence are repeated, so that the model does not take what follows for the beginning of one. */
const CONTEXT = 10

/** A mark that ends a sentence or a part of it. */
const MARK = /[.,?!;:…。，？！；：、]/u
const ENDS_WITH_MARK = new RegExp(`${MARK.source}$`, 'u')
const ENDS_SENTENCE = /[.?!…。？！]$/u

/** The marks for scripts with spaces in place of Chinese marks, which some models write in every language. */
const SPACED: Readonly<Record<string, string>> = {
  '。': '.',
  '，': ',',
  '、': ',',
  '？': '?',
  '！': '!',
  '；': ';',
  '：': ':',
}

/**
 * Adds marks to words, and changes their case as the model does. Words stay unchanged if the model's text does not
 * consist of them.
 * @param words in order, each with the space before it if its script uses one
 */
export function markedWords(words: readonly Word[], language: LanguageCode, write: WriteMarks): Word[] {
  const marked: Word[] = []
  /** How many words before the next one the model gets again. */
  let context = 0
  while (marked.length < words.length) {
    const from = marked.length - context
    const window = words.slice(from, from + WINDOW)
    const texts = window.map(({ word }) => word)
    const written = mappedToWords(texts, write(texts.join('').trim()), language) ?? texts
    const isLast = from + window.length === words.length
    const sentences = sentencesIn(written)
    const isDivided = !isLast && sentences <= context
    const kept = isLast ? window.length : isDivided ? context + WINDOW / 2 : sentences
    marked.push(...window.slice(context, kept).map((word, i) => ({ ...word, word: written[context + i]! })))
    context = isDivided ? CONTEXT : 0
  }
  return marked
}

/** How many words the complete sentences of a text have. The end of the text does not count as the end of a sentence. */
function sentencesIn(words: readonly string[]): number {
  return words.slice(0, -1).findLastIndex((word) => ENDS_SENTENCE.test(word)) + 1
}

/**
 * What a model wrote for each word; null if its text has other letters, or anything but marks and spaces between them. A
 * mark within a word is kept in scripts without spaces, where a dictionary finds the words; otherwise it is dropped, as
 * is any further mark.
 * @param words - each with its own space and punctuation
 * @param written - their text, with marks; spaces are ignored
 */
export function mappedToWords(
  words: readonly string[],
  written: string,
  language: LanguageCode,
): string[] | null {
  const isUnspaced = isWrittenWithoutSpaces(language)
  const characters = Array.from(written).filter((character) => !isSpace(character))
  const mapped = words.map(() => '')
  let at = 0
  /** The word of the last character. */
  let current = -1
  /** Adds the marks before a character of a word. */
  const addMarks = (index: number, character?: string) => {
    for (; MARK.test(characters[at] ?? '') && characters[at] !== character; at++)
      if (current >= 0 && (current < index || isUnspaced))
        mapped[current] = withMark(mapped[current]!, characters[at]!, isUnspaced)
  }
  for (const [index, word] of words.entries())
    for (const character of word) {
      if (isSpace(character)) {
        mapped[index] += character
        continue
      }
      addMarks(index, character)
      if (!isSame(characters[at], character)) return null
      mapped[index] += characters[at++]!
      current = index
    }
  addMarks(words.length)
  return at === characters.length ? mapped : null
}

function withMark(word: string, mark: string, isUnspaced: boolean): string {
  if (ENDS_WITH_MARK.test(word)) return word
  return word + (isUnspaced ? mark : (SPACED[mark] ?? mark))
}

const isSpace = (character: string) => character.trim() === ''
const isSame = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
