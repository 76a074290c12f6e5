/** Conversations composed of real voices, with known turns. */
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { MIN_SILENCE } from '../../analysis/speech-regions.ts'
import { recognised } from '../../testing/recognised.ts'
import { type KnownRecording, knownRecordings, type Speech } from './known-speech.ts'
import type { Part } from './recordings.ts'

/** What one person says between pauses, normalised to one level, so that loudness does not tell voices apart. */
export type Phrases = readonly Float32Array[]

/** The rest of a phrase beside another party does not count as speech if it is shorter than this, in seconds. */
const MIN_PHRASE = 0.3

/** Some of the voices in a part, by the names of the people. */
export async function voicesOf(
  names: readonly string[],
  { conversations, monologues }: Part,
): Promise<Map<string, Phrases>> {
  const voices = new Map(names.map((name): [string, Float32Array[]] => [name, []]))
  const all = [...conversations, ...monologues]
  const theirs = all.filter(({ turns }) => turns.some(([person]) => voices.has(person)))
  for (const { samples, speech } of await knownRecordings(theirs)) {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    for (const { voice, start, end } of speech)
      if (end - start >= MIN_PHRASE)
        voices
          .get(voice)
          ?.push(samples.slice(start * SAMPLE_RATE, end * SAMPLE_RATE).map((sample) => (0.4 * sample) / peak))
  }
  return voices
}

/** How people take turns. */
export interface Style {
  readonly seconds: number
  /** The ranges, in seconds, of the lengths of turns, and of the silences between them. */
  readonly turn: readonly [number, number]
  readonly gap: readonly [number, number]
  /** The share of the turns, 0–1, that begin up to a second before the previous one ends. */
  readonly overlap: number
}

export interface Conversation extends KnownRecording {
  /**
   * As from a recogniser: they do not end where the voice changes. Where two people speak at once, the words are those of
   * the first.
   */
  readonly utterances: Utterance[]
}

/** Seconds between the phrases of a turn. */
const PAUSE = 0.25

/** Alternates voices at random, deterministically for a seed. The speech of a voice is repeated once all of it is used. */
export function conversation(
  voices: ReadonlyMap<string, Phrases>,
  { seconds, turn, gap, overlap }: Style,
  seed: number,
): Conversation {
  const random = randomFrom(seed)
  const between = ([from, to]: readonly [number, number]) => from + (to - from) * random()
  const speakers = [...voices].map(([voice, phrases]) => ({ voice, speech: endless(phrases) }))
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  const speech: Speech[] = []
  const words: Word[] = []
  let last = -1
  for (let end = 0; ;) {
    last = (last + 1 + Math.floor(random() * (speakers.length - (last < 0 ? 0 : 1)))) % speakers.length
    const silence = random() < overlap && end > 0 ? -random() : between(gap)
    const from = Math.max(0, end + silence)
    const to = from + between(turn)
    for (let at = from; at < to;) {
      const { voice, speech: rest } = speakers[last]!
      const phrase = rest(Math.max(MIN_PHRASE, to - at))
      const first = Math.round(at * SAMPLE_RATE)
      if (first + phrase.length > samples.length) return { samples, speech, utterances: utterancesOf(words) }
      for (const [i, sample] of phrase.entries()) samples[first + i]! += sample
      const start = at
      at += phrase.length / SAMPLE_RATE
      speech.push({ voice, start, end: at })
      words.push(...wordsIn(start, at).filter((word) => word.start >= end))
      at += PAUSE
    }
    end = Math.max(end, speech.at(-1)!.end)
  }
}

/** Numbers between 0 and 1, deterministic for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns one phrase after another, each cut to a number of seconds; the rest of a cut phrase comes next. */
function endless(phrases: Phrases): (seconds: number) => Float32Array {
  let next = 0
  let rest = phrases[0]!
  return (seconds) => {
    const length = Math.round(seconds * SAMPLE_RATE)
    const isLeft = rest.length - length >= MIN_PHRASE * SAMPLE_RATE
    const phrase = isLeft ? rest.subarray(0, length) : rest
    rest = isLeft ? rest.subarray(length) : phrases[++next % phrases.length]!
    return phrase
  }
}

/** Words of about 0.3 s that fill a span of speech. */
export function wordsIn(start: number, end: number): Word[] {
  const count = Math.max(1, Math.round((end - start) / 0.3))
  const at = (i: number) => start + ((end - start) * i) / count
  return Array.from({ length: count }, (_, i) => ({
    word: ' word',
    start: at(i),
    end: at(i + 1),
    confidence: 1,
  }))
}

/** The utterances of some words. Pauses that voice activity detection would not notice are closed. */
export function utterancesOf(words: readonly Word[], channel = 0): Utterance[] {
  const heard = words.map((word, i) => {
    const next = words[i + 1]?.start ?? Infinity
    return next - word.end < MIN_SILENCE / SAMPLE_RATE ? { ...word, end: Math.max(word.end, next) } : word
  })
  return recognised(heard, { channel, language: 'en' })
}
