/** How much what is heard at a moment sounds like each speaker. */
import { centres } from './speaker-clusters.ts'
import { similarity } from './vectors.ts'
import type { VoiceWindow } from './voice-windows.ts'

/** A window, and the cosine between its voice and that of each speaker. */
interface Judged {
  readonly start: number
  readonly end: number
  readonly likeness: readonly number[]
}

export class VoiceLikeness {
  /** How many speakers there are. */
  readonly speakers: number
  readonly #byChannel = new Map<number, Judged[]>()

  /**
   * @param windows by channel and time, at least one
   * @param labels the speaker of each window
   */
  constructor(windows: readonly VoiceWindow[], labels: readonly number[]) {
    const speakers = centres(
      windows.map(({ voice }) => voice),
      labels,
    )
    this.speakers = speakers.length
    for (const { channel, start, end, voice } of windows) {
      const judged = { start, end, likeness: speakers.map((speaker) => similarity(voice, speaker)) }
      const known = this.#byChannel.get(channel)
      if (known === undefined) this.#byChannel.set(channel, [judged])
      else known.push(judged)
    }
  }

  /**
   * For each speaker, how alike the voice at a time is, −1 … 1: the mean over the windows that hold the time, those that
   * it is in the middle of first. The nearest window speaks for a time outside of all.
   */
  at(channel: number, time: number): number[] {
    const windows = this.#byChannel.get(channel) ?? []
    const next = firstAfter(windows, time)
    const sums = Array.from({ length: this.speakers }, () => 0)
    let weights = 0
    for (let i = next - 1; i >= 0 && i >= next - MOST_AT_ONCE; i--) {
      const { start, end, likeness } = windows[i]!
      const weight = Math.max(0, 1 - Math.abs(2 * time - start - end) / (end - start)) ** 2
      weights += weight
      for (const [speaker, value] of likeness.entries()) sums[speaker]! += weight * value
    }
    if (weights > 0) return sums.map((sum) => sum / weights)
    return [...(nearest(windows, next, time)?.likeness ?? sums)]
  }
}

/** A window reaches over the two after it; a third, at the end of a stretch of speech, is moved back. */
const MOST_AT_ONCE = 4

/** The index of the first window that begins after a time. */
function firstAfter(windows: readonly Judged[], time: number): number {
  let low = 0
  let high = windows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (windows[middle]!.start <= time) low = middle + 1
    else high = middle
  }
  return low
}

function nearest(windows: readonly Judged[], next: number, time: number): Judged | undefined {
  const before = windows[next - 1]
  const after = windows[next]
  if (before === undefined || after === undefined) return before ?? after
  return time - before.end <= after.start - time ? before : after
}
