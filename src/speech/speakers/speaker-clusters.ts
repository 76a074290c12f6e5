/**
 * Decides which voices belong to one speaker. Voices are not averaged with those of neighbouring windows: that would mix
 * two speakers who take turns quickly, and get fewer of the conversations in docs/features.md right.
 */
import { setImmediate } from 'node:timers/promises'
import type { DiarizationConfig } from '../../contract/features/diarization.ts'
import { kMeans } from './k-means.ts'
import { type CountRange, spectralClusters } from './spectral-clustering.ts'
import { add, dot, unit } from '../../models/vectors.ts'
import type { Voice } from './speaker-model.ts'
import { HOP_SECONDS, type VoiceWindow } from './voice-windows.ts'

/**
 * If there are more voices than this (five minutes of speech), a sample of them is clustered: spectral clustering takes
 * O(n³).
 */
const MAX_SAMPLE = 400

/** Fewer voices are clustered by k-means, because their graph is too small. */
const MIN_SAMPLE = 6

/** Speakers whose voices are more similar than this are merged. Neither 0.68 nor 0.75 gets more conversations right. */
const SAME_SPEAKER = 0.72

/** A single cluster of this many seconds is two speakers if its halves are less similar than this. */
const MIN_DIVISIBLE_SECONDS = 25
const DIFFERENT_SPEAKERS = 0.67

/**
 * The least seconds of speech per speaker, if their number is not given. With 4 s, the number is right in 86 of 90
 * conversations of 16 to 80 s, compared with 84 with 6 s and 71 with 8 s.
 */
const MIN_SPEECH_SECONDS = 4

/** The default maximum number of speakers. */
const DEFAULT_MAX_SPEAKERS = 8

/** The most that a request can set. */
export const MAX_SPEAKERS = 50

const ROUNDS = 5

/** What the request says about the number of speakers: nothing, a range or, if both ends are equal, the number. */
export interface SpeakerRange {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** A given number of speakers takes precedence over a range; a maximum of 0 means no limit. */
export function rangeOf(config: DiarizationConfig): SpeakerRange {
  const { number_of_speakers: number, min_speakers: min, max_speakers: max } = config
  return number === undefined ? { min, max: max || undefined } : { min: number, max: number }
}

/**
 * @param windows in order of channel and time, one per {@link HOP_SECONDS} of speech
 * @returns the speaker of each window, numbered from 0 without gaps
 * @throws the signal's reason once it is aborted
 */
export async function speakerClusters(
  windows: readonly VoiceWindow[],
  known: SpeakerRange,
  signal: AbortSignal,
): Promise<number[]> {
  const voices = windows.map(({ voice }) => voice)
  const range = rangeFor(voices.length, known)
  const labels = await cluster(voices, range, signal)
  if (range.min === range.max) return labels
  const merged = await mergeTwins(voices, labels, range.min, signal)
  if (Math.max(...merged) > 0 || range.max < 2 || seconds(voices) < MIN_DIVISIBLE_SECONDS) return merged
  const halves = await cluster(voices, { min: 2, max: 2, searched: 2 }, signal)
  return areTwoSpeakers(voices, halves) ? halves : merged
}

function rangeFor(count: number, { min, max }: SpeakerRange): CountRange {
  const plausible = Math.max(1, Math.floor((count * HOP_SECONDS) / MIN_SPEECH_SECONDS))
  const possible = Math.min(count, MAX_SPEAKERS)
  const atLeast = Math.min(possible, Math.max(1, min ?? 1))
  const isKnown = max !== undefined && max === min
  const atMost = isKnown ? max : Math.min(max ?? DEFAULT_MAX_SPEAKERS, plausible)
  const limit = Math.max(atLeast, Math.min(possible, atMost))
  return { min: atLeast, max: limit, searched: Math.max(limit, Math.min(DEFAULT_MAX_SPEAKERS, plausible)) }
}

async function cluster(voices: readonly Voice[], range: CountRange, signal: AbortSignal): Promise<number[]> {
  if (voices.length < MIN_SAMPLE)
    return range.min > 1 ? numbered(kMeans(voices, range.min)) : voices.map(() => 0)
  const sample = sampleEvenly(voices, MAX_SAMPLE)
  const speakers = centres(sample, await spectralClusters(sample, range, signal))
  return refined(voices, nearest(voices, speakers))
}

function sampleEvenly(voices: readonly Voice[], count: number): readonly Voice[] {
  if (voices.length <= count) return voices
  return Array.from({ length: count }, (_, i) => voices[Math.floor((i * voices.length) / count)]!)
}

/** The mean voice of each speaker. */
export function centres(voices: readonly Voice[], labels: readonly number[]): Voice[] {
  const count = Math.max(...labels) + 1
  return Array.from({ length: count }, (_, speaker) =>
    meanVoice(
      voices.filter((__, i) => labels[i] === speaker),
      voices[0]?.length ?? 0,
    ),
  )
}

/** The direction of the mean of some voices; zeros if there are none. */
export function meanVoice(voices: readonly Voice[], size: number): Voice {
  const sum = new Float32Array(size)
  for (const voice of voices) add(sum, voice, 1)
  return unit(sum)
}

function nearest(voices: readonly Voice[], speakers: readonly Voice[]): number[] {
  return voices.map((voice) => {
    const similarities = speakers.map((speaker) => dot(voice, speaker))
    return similarities.indexOf(Math.max(...similarities))
  })
}

/** Assigns each voice to the most similar speaker until nothing changes. */
function refined(voices: readonly Voice[], labels: readonly number[]): number[] {
  let present = numbered(labels)
  for (let round = 0; round < ROUNDS; round++) {
    const next = numbered(nearest(voices, centres(voices, present)))
    if (next.every((label, i) => label === present[i])) break
    present = next
  }
  return present
}

/** The same groups, numbered by first appearance. */
function numbered(labels: readonly number[]): number[] {
  const numbers = new Map<number, number>()
  for (const label of labels) if (!numbers.has(label)) numbers.set(label, numbers.size)
  return labels.map((label) => numbers.get(label)!)
}

/** Merges speakers with the same voice, the most similar first. */
async function mergeTwins(
  voices: readonly Voice[],
  labels: readonly number[],
  min: number,
  signal: AbortSignal,
): Promise<number[]> {
  let present = [...labels]
  for (;;) {
    await setImmediate()
    signal.throwIfAborted()
    const speakers = centres(voices, present)
    if (speakers.length <= Math.max(1, min)) return present
    const twins = mostSimilar(speakers)
    if (twins.similarity < SAME_SPEAKER) return present
    present = refined(
      voices,
      present.map((label) => (label === twins.b ? twins.a : label)),
    )
  }
}

function mostSimilar(speakers: readonly Voice[]): { a: number; b: number; similarity: number } {
  let best = { a: 0, b: 0, similarity: -Infinity }
  for (const [a, one] of speakers.entries())
    for (let b = a + 1; b < speakers.length; b++) {
      const found = dot(one, speakers[b]!)
      if (found > best.similarity) best = { a, b, similarity: found }
    }
  return best
}

function areTwoSpeakers(voices: readonly Voice[], labels: readonly number[]): boolean {
  const [first, second] = centres(voices, labels)
  if (first === undefined || second === undefined) return false
  const sizes = [0, 1].map((speaker) => labels.filter((label) => label === speaker).length * HOP_SECONDS)
  return Math.min(...sizes) >= MIN_SPEECH_SECONDS && dot(first, second) < DIFFERENT_SPEAKERS
}

function seconds(voices: readonly Voice[]): number {
  return voices.length * HOP_SECONDS
}
