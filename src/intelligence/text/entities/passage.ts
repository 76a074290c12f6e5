import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { sentencesOf } from '../timed-sentences.ts'

/** A sentence, or a part of one, whose words are found by their place in its text. */
export interface Passage {
  readonly text: string
  readonly language: LanguageCode
  readonly words: readonly PlacedWord[]
}

/** Where a word is in the text, without the space around it, and when it is said, in seconds. */
interface PlacedWord {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** Longer sentences are cut: where a recogniser sets no full stops, one may be as long as the recording. */
const MOST_WORDS = 100

/** The sentences of a transcript, by their start. */
export function passagesOf(utterances: readonly Utterance[]): Passage[] {
  return sentencesOf(utterances).flatMap(({ words, language }) =>
    Array.from({ length: Math.ceil(words.length / MOST_WORDS) }, (_, index) =>
      passageOf(words.slice(index * MOST_WORDS, (index + 1) * MOST_WORDS), language),
    ),
  )
}

function passageOf(words: readonly Word[], language: LanguageCode): Passage {
  let text = ''
  const placed: PlacedWord[] = []
  for (const { word, start, end } of words) {
    const bare = word.trim()
    if (text !== '' && /^\s/.test(word) && !text.endsWith(' ')) text += ' '
    placed.push({ from: text.length, to: text.length + bare.length, start, end })
    text += bare
    if (/\s$/.test(word)) text += ' '
  }
  return { text: text.trimEnd(), language, words: placed }
}

/** When a stretch of a passage is said: from the start of its first word to the end of its last. */
export function timesOf({ words }: Passage, from: number, to: number): { start: number; end: number } {
  const said = words.filter((word) => word.from < to && from < word.to)
  return {
    start: said.reduce((earliest, { start }) => Math.min(earliest, start), Infinity),
    end: said.reduce((latest, { end }) => Math.max(latest, end), 0),
  }
}
