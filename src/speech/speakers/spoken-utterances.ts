/** Assigns speakers to the words of utterances. */
import type { Utterance, Word } from '../../contract/transcript.ts'
import { SENTENCE_END } from '../../text/paragraphs.ts'
import { utteranceOf } from '../analysis/utterances.ts'

/** An utterance with its speaker. */
export type SpokenUtterance = Utterance & { speaker: number }

/** Rates how likely it is that each speaker speaks. */
export interface Likeness {
  /** The number of speakers. */
  readonly speakers: number
  /** How similar each speaker is to whoever speaks on a channel, averaged over a time range; −1 … 1. */
  during(channel: number, start: number, end: number): number[]
}

/**
 * Assigns speakers to utterances, splitting them where the speaker changes. Speakers are numbered by first appearance,
 * also in the spans.
 * @param likeness null if no voice was found; then there is one speaker
 */
export function attributed<Span extends SpokenPart>(
  utterances: readonly Utterance[],
  likeness: Likeness | null,
  spans: readonly Span[] = [],
): { utterances: SpokenUtterance[]; spans: Span[] } {
  const spoken = utterances.flatMap((utterance) =>
    likeness === null ? [{ ...utterance, speaker: 0 }] : splitBySpeaker(utterance, likeness),
  )
  return byFirstAppearance(spoken, spans)
}

/** Assigns a speaker to an utterance, splitting it where the speaker changes. Words and times do not change. */
export function splitBySpeaker(utterance: Utterance, likeness: Likeness): SpokenUtterance[] {
  const { words, channel, start, end } = utterance
  if (words.length === 0) {
    const middle = (start + end) / 2
    const values = likeness.during(channel, middle, middle)
    return [{ ...utterance, speaker: values.indexOf(Math.max(...values)) }]
  }
  const speakers = wordSpeakers(words, channel, likeness)
  const starts = [...speakers.keys()].filter((i) => i === 0 || speakers[i] !== speakers[i - 1])
  if (starts.length === 1) return [{ ...utterance, speaker: speakers[0]! }]
  return starts.map((from, i) => ({
    ...utteranceOf(words.slice(from, starts[i + 1]), utterance),
    speaker: speakers[from]!,
  }))
}

/** Orders utterances and spans by time, and numbers their speakers by first appearance, first in the utterances. */
export function byFirstAppearance<Span extends SpokenPart>(
  utterances: readonly SpokenUtterance[],
  spans: readonly Span[],
): { utterances: SpokenUtterance[]; spans: Span[] } {
  const numbers = new Map<number, number>()
  const inOrder = <Part extends SpokenPart>(parts: readonly Part[]) =>
    parts
      .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
      .map((part) => {
        const number = numbers.get(part.speaker) ?? numbers.size
        numbers.set(part.speaker, number)
        return { ...part, speaker: number }
      })
  return { utterances: inOrder(utterances), spans: inOrder(spans) }
}

type SpokenPart = Pick<SpokenUtterance, 'speaker' | 'channel' | 'start'>

/**
 * Cost of a change of speaker between two words, in seconds × cosine. The voices of two speakers differ by some tenths, so
 * a change takes about half a second of evidence.
 */
const CHANGE_COST = 0.15

/** Speakers are more likely to change at the end of a sentence or at a pause of this many seconds. */
const BOUNDARY_CHANGE_COST = 0.05
const PAUSE = 0.2

/**
 * The most likely sequence of speakers for some words (Viterbi algorithm).
 * @returns one speaker per word
 */
function wordSpeakers(words: readonly Word[], channel: number, likeness: Likeness): number[] {
  const speakers = [...Array(likeness.speakers).keys()]
  let scores = speakers.map(() => 0)
  /** For each word and speaker, the speaker of the preceding word. */
  const origins: number[][] = []
  for (const [i, word] of words.entries()) {
    const before = words[i - 1]
    const cost = before === undefined ? 0 : changeCost(before, word)
    const leader = scores.indexOf(Math.max(...scores))
    const evidence = evidenceOf(word, channel, likeness)
    origins.push(speakers.map((speaker) => (scores[leader]! - cost > scores[speaker]! ? leader : speaker)))
    scores = speakers.map(
      (speaker) => Math.max(scores[leader]! - cost, scores[speaker]!) + evidence[speaker]!,
    )
  }
  let speaker = scores.indexOf(Math.max(...scores))
  const path: number[] = []
  for (const origin of origins.toReversed()) {
    path.push(speaker)
    speaker = origin[speaker]!
  }
  return path.toReversed()
}

function changeCost(before: Word, word: Word): number {
  const isBoundary = word.start - before.end >= PAUSE || SENTENCE_END.test(before.word)
  return isBoundary ? BOUNDARY_CHANGE_COST : CHANGE_COST
}

function evidenceOf({ start, end }: Word, channel: number, likeness: Likeness): number[] {
  // A word without a duration counts as a short one.
  const duration = Math.max(end - start, MIN_DURATION)
  return likeness.during(channel, start, end).map((value) => value * duration)
}

const MIN_DURATION = 0.05
