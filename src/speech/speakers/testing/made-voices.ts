/** Artificial voices that are as unlike each other as voices can be. */
import { unit } from '../../../models/vectors.ts'
import type { KeptVoices } from '../kept-voices.ts'
import { HOP_SECONDS, type SpeechSpan } from '../voice-windows.ts'

/** The size of the bundled model's vectors. */
const SIZE = 128

/** A person speaks on channel 0 between two times, in seconds. */
export type MadeTurn = readonly [person: number, from: number, to: number]

/** The stored voices of a recording in which people take turns. No two voices of one person are equal. */
export function madeVoices(utterances: readonly SpeechSpan[], turns: readonly MadeTurn[]): KeptVoices {
  const windows = turns.flatMap(([person, from, to]) =>
    Array.from({ length: Math.max(1, Math.floor((to - from) / HOP_SECONDS) - 1) }, (_, i) => {
      const start = from + i * HOP_SECONDS
      return { channel: 0, start, end: Math.min(to, start + 2 * HOP_SECONDS), voice: voiceOf(person, start) }
    }),
  )
  return { utterances, windows }
}

function voiceOf(person: number, time: number): Float32Array {
  const voice = Float32Array.from({ length: SIZE }, (_, i) => 0.1 * Math.sin(time * (i + 1)))
  voice[person] = 4
  return unit(voice)
}
