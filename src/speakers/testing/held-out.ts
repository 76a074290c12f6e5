/** Conversations of real voices on which nothing was tuned, some speech of two at once, and their diarization error rate. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Utterance, Word } from '../../contract/transcript.ts'
import { speechRegions } from '../../recognition/speech/speech-regions.ts'
import { splitAtPauses, utteranceOf } from '../../recognition/speech/utterances.ts'
import { VoiceActivityModel } from '../../recognition/speech/voice-activity.ts'
import { openClip } from '../../recognition/testing/language-clips.ts'
import { bestMatch, wordsFrom } from './conversation.ts'

/** A recording, and from when to when the person speaks in it, in seconds; all of it if nothing is said. */
type Part = readonly [file: string, from?: number, to?: number]

const CALL = 'it-IT_BroadbandModel_sample2.wav'
const INTERVIEW = 'en-US_Broadband_sample1.wav'
const FAMILY = 'es-ES_Narrowband_sample1.wav'

/**
 * Six persons: 19 to 57 s of speech each. The last three are each one party of a conversation; who speaks when is known from
 * what is said, the pitch and the voices.
 */
const RECORDINGS = {
  italian: [['it-IT_BroadbandModel_sample1.wav']],
  dutch: [['new_single2-mono.wav']],
  german: [['de-DE_BroadbandModel_sample1.wav']],
  operator: [
    [CALL, 0.3, 9.25],
    [CALL, 13.2, 24.4],
    [CALL, 29.6, 34.6],
    [CALL, 39.4, 46.6],
  ],
  expert: [
    [INTERVIEW, 9.25, 33.75],
    [INTERVIEW, 41.7, 54.6],
  ],
  traveller: [
    [FAMILY, 5.2, 12.6],
    [FAMILY, 23.9, 26.7],
    [FAMILY, 27.8, 32.1],
    [FAMILY, 59.4, 66],
  ],
} as const satisfies Record<string, readonly Part[]>
export type HeldOutVoice = keyof typeof RECORDINGS
export const HELD_OUT_VOICES = Object.keys(RECORDINGS) as HeldOutVoice[]

/** When a voice speaks, in seconds. */
interface Speech {
  readonly voice: number
  readonly start: number
  readonly end: number
}

export interface HeldOutConversation {
  readonly samples: Float32Array
  /** Ordered by start. Where two voices speak at once, both are in it. */
  readonly speech: readonly Speech[]
  /** As from a recogniser: of two voices at once, the words of the first. */
  readonly utterances: Utterance[]
}

/**
 * The voices alternate at random, in turns of 2 to 12 s. A quarter of the turns begin up to a second before the end of the
 * one before, the others up to 0.8 s after it. The speech of a voice is repeated when all of it is used.
 */
export async function heldOutConversation(
  names: readonly HeldOutVoice[],
  seconds: number,
  seed: number,
): Promise<HeldOutConversation> {
  const random = randomFrom(seed)
  const voices = await Promise.all(names.map(phrasesOf))
  const next = voices.map(() => 0)
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  const speech: Speech[] = []
  const words: Word[] = []
  let last = -1
  for (let end = 0; ;) {
    const voice = (last + 1 + Math.floor(random() * (voices.length - (last < 0 ? 0 : 1)))) % voices.length
    const gap = random() < 0.25 && last >= 0 ? -random() : 0.8 * random()
    const length = 2 + 10 * random()
    const begin = Math.max(0, end + gap)
    let at = begin
    while (at - begin < length) {
      const phrase = voices[voice]![next[voice]!++ % voices[voice]!.length]!
      const from = Math.round(at * SAMPLE_RATE)
      if (from + phrase.length > samples.length) return { samples, speech, utterances: utterancesOf(words) }
      for (const [i, sample] of phrase.entries()) samples[from + i]! += sample
      const duration = phrase.length / SAMPLE_RATE
      speech.push({ voice, start: at, end: at + duration })
      words.push(...wordsFrom(at, phrase.length).filter(({ start }) => start >= end))
      at += duration + PAUSE
    }
    end = at - PAUSE
    last = voice
  }
}

/** Seconds between the phrases of a turn. */
const PAUSE = 0.25

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function utterancesOf(words: readonly Word[]): Utterance[] {
  return splitAtPauses(words).map((group) => utteranceOf(group, { channel: 0, language: 'en' }))
}

/** In samples: what is left of a phrase beside another party is not speech of its own if it is shorter. */
const MIN_PHRASE = 0.3 * SAMPLE_RATE

/** The speech of a voice between its pauses, at one level, in samples. */
async function phrasesOf(name: HeldOutVoice): Promise<Float32Array[]> {
  const model = await VoiceActivityModel.load()
  const phrases: Float32Array[] = []
  const parts: readonly Part[] = RECORDINGS[name]
  for (const [file, from = 0, to = Infinity] of parts) {
    const recording = await openClip(file)
    const samples = await recording.read(0, 0, recording.samples)
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    for await (const region of speechRegions(recording, 0, model)) {
      const start = Math.max(region.start, Math.round(from * SAMPLE_RATE))
      const end = Math.min(region.end, Math.round(to * SAMPLE_RATE))
      if (end - start >= MIN_PHRASE)
        phrases.push(samples.slice(start, end).map((sample) => (0.4 * sample) / peak))
    }
    await recording.close()
  }
  await model.close()
  return phrases
}

const STEP = 0.01

/**
 * The diarization error rate: the time of speech that is missed, not speech, or of another voice, as a share of the time of
 * speech, time of two voices counted twice. Without a collar: the edges of turns count.
 */
export function errorRate(
  speech: readonly Speech[],
  utterances: readonly Utterance[],
  seconds: number,
): number {
  const matches = new Map<number, Map<number, number>>()
  let spoken = 0
  let most = 0
  for (let time = STEP / 2; time < seconds; time += STEP) {
    const at = ({ start, end }: { start: number; end: number }) => start <= time && time < end
    const voices = new Set(speech.filter(at).map(({ voice }) => voice))
    const speakers = new Set(utterances.filter(at).map(({ speaker = -1 }) => speaker))
    spoken += voices.size
    most += Math.max(voices.size, speakers.size)
    for (const speaker of speakers)
      for (const voice of voices) {
        const row = matches.get(speaker) ?? new Map<number, number>()
        matches.set(speaker, row.set(voice, (row.get(voice) ?? 0) + 1))
      }
  }
  return (most - bestMatch([...matches.values()], new Set())) / spoken
}
