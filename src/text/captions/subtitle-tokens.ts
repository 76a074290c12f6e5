/** Splits sentences into the smallest parts of subtitles: words, or parts of a word that is too long for a row. */
import type { Sentence } from '../timed-sentences.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { splitWords } from '../split-words.ts'
import { spreadOverTime } from '../spread-over-time.ts'

/** A part of a text that is never divided between rows. */
export interface Token extends Pick<Sentence, 'channel' | 'speaker' | 'language'> {
  /** Without white space. */
  readonly text: string
  /** Whether a space separates it from the previous token on the same row. */
  readonly spaced: boolean
  /** Seconds from the start of the audio; never before the start of the previous token. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  /** What ends after it. */
  readonly ends: 'sentence' | 'clause' | 'word' | 'nothing'
}

/**
 * The tokens of consecutive sentences in one language.
 * @param rowLength the maximum length of a token in UTF-16 units; only a single character may be longer
 */
export function tokensOf(sentences: readonly Sentence[], rowLength: number): Token[] {
  const tokens: Token[] = []
  for (const { words, channel, speaker, language } of sentences) {
    let spaced = !isWrittenWithoutSpaces(language)
    for (const word of words) {
      // A recogniser may time a word before its predecessor; subtitles never run backwards.
      const start = Math.max(word.start, tokens.at(-1)?.start ?? 0)
      for (const part of spreadOverTime(splitWords(word.word, language), start, Math.max(start, word.end))) {
        const text = part.text.replaceAll(/[\s\p{Cc}]+/gu, '')
        spaced ||= /^\s/.test(part.text)
        const fragments = spreadOverTime(fitToRow(rowLength, text), part.start, part.end)
        for (const [index, fragment] of fragments.entries()) {
          const isLast = index === fragments.length - 1
          const ends = isLast ? endOf(text) : 'nothing'
          tokens.push({ ...fragment, spaced: spaced && index === 0, ends, channel, speaker, language })
        }
        if (fragments.length > 0) spaced = /\s$/.test(part.text)
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

/** A text in parts that fit a row, divided between graphemes. */
function fitToRow(rowLength: number, text: string): string[] {
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
