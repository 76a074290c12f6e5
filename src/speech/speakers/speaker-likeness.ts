/** Rates how similar the voice at a given time is to each speaker. */
import { centres, speakerClusters, type SpeakerRange } from './speaker-clusters.ts'
import { dot } from '../../models/vectors.ts'
import type { Likeness } from './spoken-utterances.ts'
import type { VoiceWindow } from './voice-windows.ts'

/** A window, and the cosine between its voice and the voice of each speaker. */
interface RatedWindow {
  readonly start: number
  readonly end: number
  readonly likeness: readonly number[]
}

/** Seconds between the moments at which a longer time range is sampled. */
const STEP = 0.2

/**
 * @param windows in order of channel and time
 * @returns null if there are no windows, because there is too little speech to tell voices apart
 * @throws the signal's reason once it is aborted
 */
export async function voiceLikeness(
  windows: readonly VoiceWindow[],
  range: SpeakerRange,
  signal: AbortSignal,
): Promise<Likeness | null> {
  if (windows.length === 0) return null
  return new SpeakerLikeness(windows, await speakerClusters(windows, range, signal))
}

class SpeakerLikeness implements Likeness {
  readonly speakers: number
  readonly #byChannel = new Map<number, RatedWindow[]>()

  /**
   * @param windows in order of channel and time, at least one
   * @param labels the speaker of each window
   */
  constructor(windows: readonly VoiceWindow[], labels: readonly number[]) {
    const speakers = centres(
      windows.map(({ voice }) => voice),
      labels,
    )
    this.speakers = speakers.length
    for (const { channel, start, end, voice } of windows) {
      const rated = { start, end, likeness: speakers.map((speaker) => dot(voice, speaker)) }
      const known = this.#byChannel.get(channel)
      if (known === undefined) this.#byChannel.set(channel, [rated])
      else known.push(rated)
    }
  }

  during(channel: number, start: number, end: number): number[] {
    const duration = end - start
    const moments = Math.max(1, Math.round(duration / STEP))
    const sums = Array.from({ length: this.speakers }, () => 0)
    for (let i = 0; i < moments; i++) {
      const time = start + (duration * (i + 0.5)) / moments
      for (const [speaker, value] of this.#at(channel, time).entries()) sums[speaker]! += value
    }
    return sums.map((sum) => sum / moments)
  }

  /**
   * The similarity of the voice at a time to each speaker, −1 … 1: the mean over the windows that contain the time,
   * weighted by how near it is to their middle. Outside all windows, the similarity of the nearest window.
   */
  #at(channel: number, time: number): number[] {
    const windows = this.#byChannel.get(channel) ?? []
    const next = firstAfter(windows, time)
    const sums = Array.from({ length: this.speakers }, () => 0)
    let weights = 0
    for (let i = next - 1; i >= 0 && i >= next - MAX_OVERLAPPING; i--) {
      const { start, end, likeness } = windows[i]!
      const weight = Math.max(0, 1 - Math.abs(2 * time - start - end) / (end - start)) ** 2
      weights += weight
      for (const [speaker, value] of likeness.entries()) sums[speaker]! += weight * value
    }
    if (weights > 0) return sums.map((sum) => sum / weights)
    return [...(nearest(windows, next, time)?.likeness ?? sums)]
  }
}

/** A window overlaps the next two, and a third one that was moved back at the end of a span. */
const MAX_OVERLAPPING = 4

/** Index of the first window that starts after a time. */
function firstAfter(windows: readonly RatedWindow[], time: number): number {
  let low = 0
  let high = windows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (windows[middle]!.start <= time) low = middle + 1
    else high = middle
  }
  return low
}

function nearest(windows: readonly RatedWindow[], next: number, time: number): RatedWindow | undefined {
  const before = windows[next - 1]
  const after = windows[next]
  if (before === undefined || after === undefined) return before ?? after
  return time - before.end <= after.start - time ? before : after
}
