import { unit } from '../models/vectors.ts'
import type { Voice } from './speaker-model.ts'
import type { VoiceWindow } from './voice-windows.ts'

/** A speaker mostly continues after a pause of less than this, in seconds. */
const PAUSE = 0.4

const ROUNDS = 2

/**
 * The voice of each window, averaged with those of its neighbours, which have half its weight. A window alone is too short for
 * a reliable voice, above all where pauses shorten it.
 * @param windows in order of channel and time
 */
export function smoothedVoices(windows: readonly VoiceWindow[]): Voice[] {
  const isContinued = windows.map(({ channel, end }, i) => {
    const next = windows[i + 1]
    return next?.channel === channel && next.start - end < PAUSE
  })
  let voices = windows.map(({ voice }) => voice)
  for (let round = 0; round < ROUNDS; round++)
    voices = voices.map((voice, i) => {
      const before = isContinued[i - 1] ? voices[i - 1] : undefined
      const after = isContinued[i] ? voices[i + 1] : undefined
      return unit(voice.map((value, d) => 2 * value + (before?.[d] ?? 0) + (after?.[d] ?? 0)))
    })
  return voices
}
