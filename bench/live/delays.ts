/** How far behind the speaker the transcripts of a session came, in seconds. */
import type { SessionClient } from '../../test/support/live-client.ts'

export interface Delays {
  /** From the end of speech to the final, of utterances that a pause has ended. */
  readonly finals: number[]
  /** From the last word of a partial to the partial. */
  readonly partials: number[]
  /** Between one partial of an utterance and the next. */
  readonly gaps: number[]
  /** Of words that were shown in three partials one after the other: how many there were, and how many changed later. */
  readonly shown: number
  readonly changed: number
}

/** A pause that begins so many seconds before the last word ends is the pause behind it. */
const TOLERANCE = 0.3
/** In how many partials a word is shown before it counts. */
const STABLE = 3

export function delaysOf(session: SessionClient): Delays {
  const finals: number[] = []
  const partials: number[] = []
  const gaps: number[] = []
  let [shown, changed] = [0, 0]
  /** When the last pause began. */
  let pause = Number.NEGATIVE_INFINITY
  /** The partials of the utterance that is open: when they came, and their words. */
  let open: { at: number; words: string[] }[] = []
  for (const { message, at } of session.received) {
    if (message.type === 'speech_end') pause = message.data.time
    if (message.type !== 'transcript') continue
    const { is_final: isFinal, utterance } = message.data
    const behind = (at - session.spokenAt(utterance.end)) / 1000
    const words = utterance.words.map(({ word }) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, ''))
    if (!isFinal) {
      partials.push(behind)
      const last = open.at(-1)
      if (last !== undefined) gaps.push((at - last.at) / 1000)
      open.push({ at, words })
      continue
    }
    if (pause > utterance.end - TOLERANCE) finals.push(behind)
    for (const word of stableWords(open.map((partial) => partial.words))) {
      shown++
      if (words[word.at] !== word.word) changed++
    }
    open = []
  }
  return { finals, partials, gaps, shown, changed }
}

/** The words that stood at one place in several partials in a row: the first ones of each place. */
function stableWords(partials: readonly (readonly string[])[]): { at: number; word: string }[] {
  const longest = Math.max(0, ...partials.map((words) => words.length))
  return Array.from({ length: longest }, (_, at) => {
    const first = partials.findIndex(
      (words, i) =>
        words[at] !== undefined &&
        i + STABLE <= partials.length &&
        partials.slice(i, i + STABLE).every((next) => next[at] === words[at]),
    )
    return { at, word: partials[first]?.[at] ?? '' }
  }).filter(({ word }) => word !== '')
}
