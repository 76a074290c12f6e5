/** Turns the peaks of audio into the bars of a waveform. */
import type { Peaks } from '../../../../contract/playback.ts'

/** A peak to scale by at least, so that quiet audio is not drawn at full height. */
const QUIET = 16

/** The heights of `count` bars at most: the highest peak of all channels in each part of the audio, 0–1 of the loudest one. */
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
