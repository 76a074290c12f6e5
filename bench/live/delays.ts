/** How far the transcripts of a session lagged behind its speech, in seconds. */
import type { SessionClient } from '../../test/support/live-client.ts'

export interface Delays {
  /** From the end of speech to the final, for utterances that end with a pause. */
  readonly finals: number[]
  /** From the last word of a partial to the partial. */
  readonly partials: number[]
  /** Between consecutive partials of an utterance. */
  readonly gaps: number[]
  /** The number of words that were in three consecutive partials, and how many of them changed later. */
  readonly shown: number
  readonly changed: number
}

/** A pause may start up to this many seconds before the end of the last word. */
const TOLERANCE = 0.3
/** Number of consecutive partials after which a word counts as stable. */
const STABLE = 3

export function delaysOf(session: SessionClient): Delays {
  const finals: number[] = []
  const partials: number[] = []
  const gaps: number[] = []
  let [shown, changed] = [0, 0]
  /** Start of the last pause. */
  let pause = Number.NEGATIVE_INFINITY
  /** The partials of the current utterance, with their arrival and words. */
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

/** For each position, the first word that stayed the same over several consecutive partials. */
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
