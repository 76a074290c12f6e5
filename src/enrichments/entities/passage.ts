import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance, Word } from '../../contract/transcript.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import type { TextRange } from './entity-span.ts'

/** A sentence, or part of one, whose words are found by their position in its text. */
export interface Passage {
  readonly text: string
  readonly language: LanguageCode
  readonly words: readonly TimedRange[]
}

/** The range of a word, without surrounding space, and its times in seconds. */
interface TimedRange extends TextRange {
  readonly start: number
  readonly end: number
}

/** Longer sentences are split: without full stops, one may be as long as the recording. */
const MAX_WORDS = 100

/** Longer words are split, too, because the time for a passage may grow faster than its length. */
const MAX_WORD_CHARACTERS = 100

/** The passages of a transcript, ordered by start. */
export function passagesOf(utterances: readonly Utterance[]): Passage[] {
  return sentencesOf(utterances).flatMap(({ words: whole, language }) => {
    const words = whole.flatMap(dividedWord)
    return Array.from({ length: Math.ceil(words.length / MAX_WORDS) }, (_, index) =>
      passageOf(words.slice(index * MAX_WORDS, (index + 1) * MAX_WORDS), language),
    )
  })
}

function dividedWord(word: Word): Word[] {
  const { word: text } = word
  if (text.length <= MAX_WORD_CHARACTERS) return [word]
  return Array.from(text.matchAll(PARTS), ([part]) => ({ ...word, word: part }))
}

const PARTS = new RegExp(`[^]{1,${MAX_WORD_CHARACTERS}}`, 'gu')

function passageOf(words: readonly Word[], language: LanguageCode): Passage {
  let text = ''
  const placed: TimedRange[] = []
  for (const { word, start, end } of words) {
    const bare = word.trim()
    if (text !== '' && /^\s/.test(word) && !text.endsWith(' ')) text += ' '
    placed.push({ from: text.length, to: text.length + bare.length, start, end })
    text += bare
    if (/\s$/.test(word)) text += ' '
  }
  return { text: text.trimEnd(), language, words: placed }
}

/** The times of a range of a passage: from the start of its first word to the end of its last. */
export function timesOf({ words }: Passage, from: number, to: number): { start: number; end: number } {
  const covered = words.filter((word) => word.from < to && from < word.to)
  return {
    start: covered.reduce((earliest, { start }) => Math.min(earliest, start), Infinity),
    end: covered.reduce((latest, { end }) => Math.max(latest, end), 0),
  }
}
