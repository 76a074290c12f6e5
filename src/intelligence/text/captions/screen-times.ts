/** When each cue of a subtitle file is on the screen. */
import type { SubtitleSettings } from './subtitle-settings.ts'

/** A text on the screen. */
export interface Cue {
  readonly rows: readonly string[]
  /** Milliseconds from the start of the audio. */
  readonly start: number
  /** Milliseconds from the start of the audio. */
  readonly end: number
}

/** What a viewer can read, in characters per millisecond: faster than is comfortable, and slower than people talk. */
const READING_SPEED = 0.03

/**
 * Cues as they are shown, from cues as they are spoken, in order. None overlap and all lie in the audio, so what is said
 * at the same time is shown one after the other: each cue when its first word is said, or once the one before was on
 * for as long as it was spoken or takes to read. The minimum duration takes the silence after a cue as far as there is
 * one; the next cue does not wait for it. Each cue is on for 1 ms at least: if the audio has fewer milliseconds than
 * cues, they run on after its end.
 * @param audioDuration in milliseconds
 */
export function withScreenTimes(
  cues: readonly Cue[],
  { minimumDuration, maximumDuration, gap: wantedGap }: SubtitleSettings,
  audioDuration: number,
): Cue[] {
  const endOfScreen = Math.max(audioDuration, cues.length)
  const gap = Math.min(wantedGap, Math.floor((endOfScreen - cues.length) / Math.max(1, cues.length - 1)))

  let free = 0
  const begun = cues.map((cue) => {
    const toRead = Math.round(cue.rows.join('').length / READING_SPEED)
    const need = Math.max(1, Math.min(cue.end - cue.start - gap, toRead, maximumDuration))
    const start = Math.max(cue.start, free)
    free = start + need + gap
    return { rows: cue.rows, start, end: Math.max(cue.end, start + need, start + minimumDuration) }
  })

  // Backwards, as each may take the time until the next one.
  let next = endOfScreen + gap
  const shown = begun.toReversed().map((cue) => {
    const start = Math.min(cue.start, next - gap - 1)
    const end = Math.min(cue.end, start + maximumDuration, next - gap)
    next = start
    return { rows: cue.rows, start, end }
  })
  return shown.toReversed()
}
