/** The audio level for the meter. */

/** The quietest level that the meter shows, in decibels. */
const QUIET_DB = -60
/** A sample near the maximum, which was probably clipped. */
const CLIPPED = 0x7ff0
/** The part of the range by which the peak falls with each chunk after the hold time. */
const FALL = 0.04
/** Chunks for which peak and clipping are shown: one second. */
const HELD_CHUNKS = 10

export interface Level {
  /** Level of the last chunk, 0–1. */
  readonly now: number
  /** Peak of the last second, 0–1. */
  readonly highest: number
  /** Whether audio was clipped in the last second. */
  readonly isClipped: boolean
  /** Chunks since the peak, and since clipping. */
  readonly since: { readonly highest: number; readonly clipped: number }
}

export const SILENCE: Level = {
  now: 0,
  highest: 0,
  isClipped: false,
  since: { highest: 0, clipped: HELD_CHUNKS },
}

/** The loudest sample. */
export const peakOf = (samples: Int16Array): number =>
  samples.reduce((high, sample) => Math.max(high, Math.abs(sample)), 0)

/** The level after another chunk of a tenth of a second. @param peak its loudest sample */
export function levelAfter(before: Level, peak: number): Level {
  const now = Math.max(0, 1 - (20 * Math.log10(Math.max(peak, 1) / 0x8000)) / QUIET_DB)
  const isHigher = now >= before.highest
  const isHeld = before.since.highest < HELD_CHUNKS
  const clipped = peak >= CLIPPED ? 0 : before.since.clipped + 1
  return {
    now,
    highest: isHigher ? now : isHeld ? before.highest : Math.max(now, before.highest - FALL),
    isClipped: clipped < HELD_CHUNKS,
    since: { highest: isHigher ? 0 : before.since.highest + 1, clipped },
  }
}
