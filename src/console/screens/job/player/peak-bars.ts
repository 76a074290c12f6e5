/** The bars of a wave: what is drawn of the peaks of audio. */
import type { Peaks } from '../../../../contract/playback.ts'

/** Bars of quieter audio are not drawn at full height. */
const QUIET = 16

/** The height of each of some bars, at most one for each pixel: 0–1 of the loudest one, of all channels in its part of the audio. */
export function barsOf({ channels, length, data }: Peaks, count: number): readonly number[] {
  const values = 2 * channels
  const loudest = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * length) / count) * values
    const to = Math.floor(((bar + 1) * length) / count) * values
    let loud = 0
    for (let i = from; i < to; i++) loud = Math.max(loud, Math.abs(data[i]!))
    return loud
  })
  const top = Math.max(QUIET, ...loudest)
  return loudest.map((loud) => loud / top)
}
