/** Finds speech in which no words were recognised. */
import type { UnrecognisedSpan } from '../../contract/result.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { milliseconds } from './utterances.ts'

/** Seconds. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Shorter speech without words, in seconds, is a breath, a hesitation or the end of a word rather than a lost sentence.
 * In 267 s of 17 clips in 12 languages without a lost sentence, 1 s reports nothing, 0.75 s reports one place, and 0.5 s
 * six.
 */
const MIN_UNRECOGNISED = 1

/** Pieces of speech without words form one span unless the pause between them is longer than this, in seconds. */
const MAX_PAUSE = 2

/**
 * The spans of speech without words in one channel, ascending.
 * @param speech - ascending; where two overlap, the second adds only what follows the first
 * @param words - ascending
 * @param atLeast - omits spans with less speech, in seconds
 */
export function speechWithoutWords(speech: readonly Span[], words: readonly Span[], atLeast: number): Span[] {
  const spans: Span[] = []
  let open: { start: number; end: number; spoken: number } | undefined
  const close = () => {
    if (open !== undefined && open.spoken >= atLeast) spans.push({ start: open.start, end: open.end })
    open = undefined
  }
  const add = (start: number, end: number) => {
    if (end <= start) return
    if (open !== undefined && start - open.end > MAX_PAUSE) close()
    open = { start: open?.start ?? start, end, spoken: (open?.spoken ?? 0) + end - start }
  }
  let next = 0
  let done = 0
  for (const { start, end } of speech) {
    done = Math.max(done, start)
    for (; next < words.length && words[next]!.start < end; next++) {
      const word = words[next]!
      add(done, Math.min(word.start, end))
      close()
      done = Math.max(done, word.end)
    }
    add(done, end)
    done = Math.max(done, end)
  }
  close()
  return spans
}

/**
 * The spans of speech without words in a recording, ordered by start.
 * @param speech - of all channels
 * @param utterances - of all channels
 */
export function unrecognisedSpeech(
  speech: readonly UnrecognisedSpan[],
  utterances: readonly Pick<Utterance, 'channel' | 'words'>[],
): UnrecognisedSpan[] {
  const byStart = (a: Span, b: Span) => a.start - b.start
  const speechOf = Map.groupBy(speech, ({ channel }) => channel)
  const utterancesOf = Map.groupBy(utterances, ({ channel }) => channel)
  return [...speechOf]
    .flatMap(([channel, own]) => {
      const words = (utterancesOf.get(channel) ?? []).flatMap((utterance) => utterance.words)
      return speechWithoutWords(own.toSorted(byStart), words.toSorted(byStart), MIN_UNRECOGNISED).map(
        ({ start, end }) => ({ start: milliseconds(start), end: milliseconds(end), channel }),
      )
    })
    .toSorted((a, b) => byStart(a, b) || a.channel - b.channel)
}
