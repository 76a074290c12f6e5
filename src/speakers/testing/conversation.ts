/** Conversations composed of real voices, with known turns. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Utterance, Word } from '../../contract/transcript.ts'
import { joined, silence } from '../../recognition/testing/signals.ts'
import { splitAtPauses, utteranceOf } from '../../recognition/speech/utterances.ts'
import type { TestVoice } from './voices.ts'

/** When one of the voices speaks, in seconds. */
interface Turn {
  readonly voice: number
  readonly start: number
  readonly end: number
}

export interface Conversation {
  readonly samples: Float32Array
  readonly seconds: number
  readonly turns: readonly Turn[]
  /** As from a recogniser: utterances that end at pauses, not where the voice changes. */
  readonly utterances: Utterance[]
}

/** Seconds of silence between turns, in rotation: shorter and longer than a pause that ends an utterance. */
const GAPS = [0.15, 0.4, 0.25, 0.8]

/**
 * The voices take turns until all of their speech is used.
 * @param voices each with the minimum duration of its turns in seconds
 * @param seconds the maximum duration
 */
export function conversation(
  voices: readonly (readonly [voice: TestVoice, turn: number])[],
  seconds = Infinity,
  channel = 0,
): Conversation {
  const left = voices.map(([{ speech }]) => [...speech])
  const parts: Float32Array[] = []
  const turns: Turn[] = []
  const words: Word[] = []
  let at = 0
  const add = (part: Float32Array) => {
    parts.push(part)
    at += part.length / SAMPLE_RATE
  }
  for (let i = 0; at < seconds && left.some((speech) => speech.length > 0); i++) {
    const voice = i % voices.length
    const [{ samples }, length] = voices[voice]!
    const speech = takeFrom(left[voice]!, length * SAMPLE_RATE)
    const from = speech[0]?.start ?? 0
    const to = speech.at(-1)?.end ?? 0
    if (to === from) continue
    add(silence(GAPS[i % GAPS.length]!))
    turns.push({ voice, start: at, end: at + (to - from) / SAMPLE_RATE })
    for (const { start, end } of speech)
      words.push(...wordsFrom(at + (start - from) / SAMPLE_RATE, end - start))
    add(samples.slice(from, to))
  }
  const utterances = splitAtPauses(words).map((group) => utteranceOf(group, { channel, language: 'en' }))
  return { samples: joined(...parts), seconds: at, turns, utterances }
}

/** Removes regions from the list until they span that length. */
function takeFrom<Region extends { start: number; end: number }>(
  regions: Region[],
  length: number,
): Region[] {
  const taken: Region[] = []
  while (regions.length > 0 && (taken.at(-1)?.end ?? 0) - (taken[0]?.start ?? 0) < length)
    taken.push(regions.shift()!)
  return taken
}

/** Words of about 0.3 s that fill a span of speech. */
export function wordsFrom(start: number, samples: number): Word[] {
  const duration = samples / SAMPLE_RATE
  const count = Math.max(1, Math.round(duration / 0.3))
  return Array.from({ length: count }, (_, i) => ({
    word: ' word',
    start: start + (duration * i) / count,
    end: start + (duration * (i + 1)) / count,
    confidence: 1,
  }))
}

/** The share of the words' time, 0–1, that is attributed to a wrong speaker, with speakers matched to voices optimally. */
export function wrongShare(utterances: readonly Utterance[], turns: readonly Turn[]): number {
  const shared = new Map<number, Map<number, number>>()
  let total = 0
  for (const { speaker = -1, words } of utterances)
    for (const word of words)
      for (const { voice, start, end } of turns) {
        const overlap = Math.max(0, Math.min(end, word.end) - Math.max(start, word.start))
        total += overlap
        const row = shared.get(speaker) ?? new Map<number, number>()
        row.set(voice, (row.get(voice) ?? 0) + overlap)
        shared.set(speaker, row)
      }
  return 1 - bestMatch([...shared.values()], new Set()) / total
}

/** The time that is right if speakers are matched to voices, or to none, optimally. */
export function bestMatch(speakers: readonly Map<number, number>[], taken: ReadonlySet<number>): number {
  const [first, ...others] = speakers
  if (first === undefined) return 0
  const choices = [...first]
    .filter(([voice]) => !taken.has(voice))
    .map(([voice, time]) => time + bestMatch(others, new Set([...taken, voice])))
  return Math.max(bestMatch(others, taken), ...choices)
}
