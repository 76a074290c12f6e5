/** Utterances with speakers. */
import type { Utterance } from '../contract/transcript.ts'
import { utteranceOf } from '../recognition/speech/utterances.ts'
import type { SpeakerLikeness } from './speaker-likeness.ts'
import { wordSpeakers } from './word-speakers.ts'

/** An utterance with its speaker. */
export type SpokenUtterance = Utterance & { speaker: number }

/** The utterance with its speaker, split where the speaker changes. Words and times do not change. */
export function splitBySpeaker(utterance: Utterance, likeness: SpeakerLikeness): SpokenUtterance[] {
  const { words, channel, start, end } = utterance
  if (words.length === 0) {
    const values = likeness.at(channel, (start + end) / 2)
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

/** The utterances in order of time, their speakers numbered by first appearance. */
export function byFirstAppearance(utterances: readonly SpokenUtterance[]): SpokenUtterance[] {
  const numbers = new Map<number, number>()
  return utterances
    .toSorted((a, b) => a.start - b.start || a.channel - b.channel)
    .map((utterance) => {
      const number = numbers.get(utterance.speaker) ?? numbers.size
      numbers.set(utterance.speaker, number)
      return { ...utterance, speaker: number }
    })
}
