/** Aligns the words of two transcripts of the same audio. */
import { diffArrays } from 'diff'
import type { Utterance, Word } from '../contract/transcript.ts'
import { timedWords } from '../text/timed-words.ts'

/** Transcripts of the same audio. */
export interface Versions {
  /** The original recognition, before people corrected it. */
  readonly recognised: readonly Utterance[]
  /** The newest revision, with people's corrections. */
  readonly corrected: readonly Utterance[]
  /** The new recognition. */
  readonly again: readonly Utterance[]
}

/** A word, and the index of its utterance. */
export interface PlacedWord extends Word {
  readonly of: number
}

/** Words to compare at a time: the time of Myers' algorithm grows with the square of the number of differences. */
const WINDOW = { fewest: 150, most: 300 }
/** Maximum seconds between the starts of the same word in both: recognisers disagree on where a word begins. */
const MAX_APART = 2

/** The words of some utterances, ordered by start. */
export function placedWords(utterances: readonly Utterance[]): PlacedWord[] {
  return utterances
    .flatMap((one, of) => timedWords(one).map((word) => ({ ...word, of })))
    .toSorted((a, b) => a.start - b.start)
}

/**
 * Aligns two lists of words, window by window; both are cut at the same pauses.
 * @param keyOf words with the same key are the same
 * @returns for each word of the first list, the index of the same word in the second, ascending; -1 if there is none
 */
export function aligned(
  first: readonly Word[],
  second: readonly Word[],
  keyOf: (word: Word) => string,
): Int32Array {
  const found = new Int32Array(first.length).fill(-1)
  for (let from = 0, other = 0; from < first.length;) {
    const { end, time } = nextCut(first, from)
    let otherEnd = other
    while (otherEnd < second.length && second[otherEnd]!.start < time) otherEnd++
    let [i, j] = [from, other]
    const changes = diffArrays(first.slice(from, end).map(keyOf), second.slice(other, otherEnd).map(keyOf))
    for (const { count, added, removed } of changes) {
      if (!added && !removed)
        for (let k = 0; k < count; k++)
          if (Math.abs(first[i + k]!.start - second[j + k]!.start) <= MAX_APART) found[i + k] = j + k
      if (!added) i += count
      if (!removed) j += count
    }
    from = end
    other = otherEnd
  }
  return found
}

/** Where the next window ends: at the longest pause, unless few words are left. */
function nextCut(words: readonly Word[], from: number): { readonly end: number; readonly time: number } {
  let cut = { end: words.length, time: Infinity, pause: -Infinity }
  if (words.length - from <= WINDOW.most) return cut
  for (let end = from + WINDOW.fewest; end < words.length; end++) {
    if (end > from + WINDOW.most && cut.end < words.length) break
    const [last, next] = [words[end - 1]!, words[end]!]
    const pause = next.start - last.end
    // Words that begin at the same time stay together.
    if (last.start < next.start && pause > cut.pause)
      cut = { end, time: Math.min(next.start, (last.end + next.start) / 2), pause }
  }
  return cut
}
