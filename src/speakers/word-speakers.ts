/** The speaker of each word of an utterance. */
import type { Word } from '../contract/transcript.ts'
import type { SpeakerLikeness } from './speaker-likeness.ts'

/**
 * Cost of a change of speaker between two words, in seconds × cosine. The voices of two speakers differ by some tenths, so
 * a change takes about half a second of evidence.
 */
const CHANGE_COST = 0.15

/** Speakers are more likely to change at the end of a sentence or at a pause of this many seconds. */
const BOUNDARY_CHANGE_COST = 0.05
const PAUSE = 0.2
const SENTENCE_END = /[.?!…。？！]["'»”)]*\s*$/u

/**
 * The most likely sequence of speakers (Viterbi algorithm).
 * @returns one speaker per word
 */
export function wordSpeakers(words: readonly Word[], channel: number, likeness: SpeakerLikeness): number[] {
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

/** Seconds between the moments at which long words are examined. */
const STEP = 0.2

function evidenceOf({ start, end }: Word, channel: number, likeness: SpeakerLikeness): number[] {
  const duration = end - start
  const moments = Math.max(1, Math.round(duration / STEP))
  const sums = Array.from({ length: likeness.speakers }, () => 0)
  for (let i = 0; i < moments; i++) {
    const time = start + (duration * (i + 0.5)) / moments
    for (const [speaker, value] of likeness.at(channel, time).entries()) sums[speaker]! += value
  }
  // A word without a duration counts as a short one.
  return sums.map((sum) => (sum / moments) * Math.max(duration, MIN_DURATION))
}

const MIN_DURATION = 0.05
