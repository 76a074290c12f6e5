/** Combines the words of a text with the times that a server returned for its own words. */
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Word } from '../../../contract/transcript.ts'
import { LETTER_OR_DIGIT, splitIntoWords } from '../spoken-words.ts'
import type { TimedWord } from './transcription-answer.ts'

/** How far the last word may extend past the audio: models round to frames of up to 0.08 s. */
const TOLERANCE_SECONDS = 0.5

/** A word of the server and its position in the text. */
interface Placed extends TimedWord {
  readonly from: number
  readonly to: number
}

/**
 * Returns the words of the text, each with its punctuation and the space before it. The server's words may lack both, and
 * may be parts of words.
 * @param seconds length of the audio
 * @param confidence of words without a probability of their own
 * @returns undefined if the server's words are not those of the text, or if their times cannot be right: not ascending,
 *   outside the audio, or all the same
 */
export function wordsWithTimes(
  text: string,
  given: readonly TimedWord[],
  { language, seconds, confidence }: { language: LanguageCode; seconds: number; confidence: number },
): Word[] | undefined {
  const lettered = given.filter(({ word }) => LETTER_OR_DIGIT.test(word))
  if (!areSane(lettered, seconds)) return undefined
  const ended = lettered.map((word, i) => ({
    ...word,
    end: Math.min(word.end, lettered[i + 1]?.start ?? seconds),
  }))
  const placed = placeIn(text, ended)
  if (placed === undefined) return undefined
  const words: Word[] = []
  let from = 0
  for (const word of splitIntoWords(text, language)) {
    const to = from + word.length
    const own = placed.filter((part) => part.from < to && part.to > from)
    const [first, last] = [own[0]!, own.at(-1)!]
    const probabilities = own.map(({ probability }) => probability ?? confidence)
    words.push({
      word,
      start: timeAt(first, from),
      end: timeAt(last, to),
      confidence: probabilities.reduce((sum, probability) => sum + probability, 0) / own.length,
    })
    from = to
  }
  return words
}

function areSane(words: readonly TimedWord[], seconds: number): boolean {
  const areOrdered = words.every(
    ({ start, end }, i) => start >= (words[i - 1]?.start ?? 0) && end >= start && start <= seconds,
  )
  const [first, last] = [words[0], words.at(-1)]
  if (!areOrdered || first === undefined || last === undefined) return false
  return last.end <= seconds + TOLERANCE_SECONDS && last.end > first.start
}

/** The positions of the words in the text; undefined unless together they have all its letters and digits, in order. */
function placeIn(text: string, words: readonly TimedWord[]): Placed[] | undefined {
  const placed: Placed[] = []
  let at = 0
  for (const timed of words) {
    const bare = timed.word.trim()
    const from = text.indexOf(bare, at)
    if (from < 0 || LETTER_OR_DIGIT.test(text.slice(at, from))) return undefined
    at = from + bare.length
    placed.push({ ...timed, from, to: at })
  }
  return LETTER_OR_DIGIT.test(text.slice(at)) ? undefined : placed
}

/** When a position in the text is spoken, if it is within this word; otherwise the nearer end of the word. */
function timeAt({ from, to, start, end }: Placed, position: number): number {
  const share = Math.min(1, Math.max(0, (position - from) / (to - from)))
  return start + share * (end - start)
}
