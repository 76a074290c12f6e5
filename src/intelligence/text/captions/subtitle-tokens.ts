/** The smallest parts of a subtitle: words, or what is left of a word that is too long for a row. */
import type { Sentence } from '../timed-sentences.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { splitWords } from '../split-words.ts'
import { spreadOverTime } from '../spread-over-time.ts'

/** A part of a text that always stands on one row. */
export interface Token {
  /** Without white space. */
  readonly text: string
  /** Whether a space parts it from the token before, when they share a row. */
  readonly spaced: boolean
  /** Seconds from the start of the audio; never before the start of the token before it. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  /** What ends with it. */
  readonly ends: 'sentence' | 'clause' | 'word' | 'nothing'
}

/**
 * The tokens of some sentences in a row, in one language.
 * @param rowLength the longest token, in UTF-16 units; only a single character may be longer
 */
export function tokensOf(sentences: readonly Sentence[], rowLength: number): Token[] {
  const tokens: Token[] = []
  for (const { words, language } of sentences) {
    let spaced = !isWrittenWithoutSpaces(language)
    for (const word of words) {
      // A recogniser may set a word before its predecessor; subtitles never run backwards.
      const start = Math.max(word.start, tokens.at(-1)?.start ?? 0)
      for (const piece of spreadOverTime(splitWords(word.word, language), start, Math.max(start, word.end))) {
        const text = piece.text.replaceAll(/[\s\p{Cc}]+/gu, '')
        spaced ||= /^\s/.test(piece.text)
        const parts = spreadOverTime(brokenTo(rowLength, text), piece.start, piece.end)
        for (const [index, part] of parts.entries()) {
          const isLast = index === parts.length - 1
          tokens.push({ ...part, spaced: spaced && index === 0, ends: isLast ? endOf(text) : 'nothing' })
        }
        if (parts.length > 0) spaced = /\s$/.test(piece.text)
      }
    }
    const last = tokens.pop()
    if (last) tokens.push({ ...last, ends: 'sentence' })
  }
  return tokens
}

function endOf(text: string): Token['ends'] {
  return /[,;:–—،؛、，；：]["'\p{Pe}\p{Pf}]*$/u.test(text) ? 'clause' : 'word'
}

const characters = new Intl.Segmenter()

/** A text in parts that fit a row, broken between what a reader takes for characters. */
function brokenTo(rowLength: number, text: string): string[] {
  if (text.length <= rowLength) return text === '' ? [] : [text]
  const parts: string[] = []
  for (const { segment } of characters.segment(text)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + segment.length <= rowLength)
      parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}
