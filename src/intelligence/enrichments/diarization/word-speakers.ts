/** Who says each word of an utterance. */
import type { Word } from '../../../contract/transcript.ts'
import type { VoiceLikeness } from './voice-likeness.ts'

/**
 * What a change of the speaker between two words costs, in seconds × cosine. The voices of two speakers differ by some
 * tenths, so a change needs about half a second in favour of the other.
 */
const CHANGE = 0.15

/** Speakers change rather at the end of a sentence, or at a pause of so many seconds. */
const CHANGE_AT_BORDER = 0.05
const PAUSE = 0.2
const SENTENCE_END = /[.?!…。？！]["'»”)]*\s*$/u

/**
 * The likeliest sequence of speakers (Viterbi's algorithm).
 * @returns one for each word
 */
export function wordSpeakers(words: readonly Word[], channel: number, likeness: VoiceLikeness): number[] {
  const speakers = [...Array(likeness.speakers).keys()]
  let scores = speakers.map(() => 0)
  /** For each word and speaker, who said the word before. */
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
  const isBorder = word.start - before.end >= PAUSE || SENTENCE_END.test(before.word)
  return isBorder ? CHANGE_AT_BORDER : CHANGE
}

/** Long words are looked at every so many seconds. */
const STEP = 0.2

function evidenceOf({ start, end }: Word, channel: number, likeness: VoiceLikeness): number[] {
  const duration = end - start
  const moments = Math.max(1, Math.round(duration / STEP))
  const sums = Array.from({ length: likeness.speakers }, () => 0)
  for (let i = 0; i < moments; i++) {
    const time = start + (duration * (i + 0.5)) / moments
    for (const [speaker, value] of likeness.at(channel, time).entries()) sums[speaker]! += value
  }
  // A word that the recogniser gave no time to counts as a short one.
  return sums.map((sum) => (sum / moments) * Math.max(duration, LEAST_DURATION))
}

const LEAST_DURATION = 0.05
