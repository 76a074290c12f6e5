/** The level of sound, as a meter shows it. */

/** The quietest that a meter shows, in decibels. */
const QUIET_DB = -60
/** A sample that is as loud as can be, nearly: it was probably cut off. */
const CLIPPED = 0x7ff0
/** How much of its range the highest level falls by with each chunk, once it was held. */
const FALL = 0.04
/** Chunks for which the highest level, and that sound was cut off, are shown: a second. */
const HELD_CHUNKS = 10

export interface Level {
  /** Of the last chunk, 0–1. */
  readonly now: number
  /** The highest of the last second, 0–1. */
  readonly highest: number
  /** Whether sound was cut off in the last second. */
  readonly isClipped: boolean
  /** Chunks since the highest level, and since sound was cut off. */
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
