/** Computes the display times of the cues of a subtitle file. */
import type { SubtitleSettings } from './subtitle-settings.ts'

/** One caption. */
export interface Cue {
  readonly rows: readonly string[]
  /** Milliseconds from the start of the audio. */
  readonly start: number
  /** Milliseconds from the start of the audio. */
  readonly end: number
}

/** Maximum reading speed in characters per millisecond: faster than comfortable, slower than speech. */
const READING_SPEED = 0.03

/**
 * Gives display times to cues of one channel, ordered by speech. Cues do not overlap, so simultaneous speech is shown
 * consecutively: each cue appears with its first word, or once the previous one has been displayed for as long as it is
 * spoken or takes to read. The minimum duration extends a cue into the silence after it, the last one even beyond the end
 * of the audio, but never delays the next one. Otherwise cues lie within the audio. Each cue is displayed for at least 1 ms:
 * if the audio has fewer milliseconds than cues, they continue after its end.
 * @param audioDuration in milliseconds
 */
export function withScreenTimes<Spoken extends Cue>(
  cues: readonly Spoken[],
  { minimumDuration, maximumDuration, gap: wantedGap }: SubtitleSettings,
  audioDuration: number,
): Spoken[] {
  const endOfDisplay = Math.max(audioDuration, cues.length)
  const gap = Math.min(wantedGap, Math.floor((endOfDisplay - cues.length) / Math.max(1, cues.length - 1)))

  let free = 0
  const started = cues.map((cue) => {
    const toRead = Math.round(cue.rows.join('').length / READING_SPEED)
    const need = Math.max(1, Math.min(cue.end - cue.start - gap, toRead, maximumDuration))
    const start = Math.max(cue.start, free)
    free = start + need + gap
    return { ...cue, start, end: Math.max(cue.end, start + need, start + minimumDuration) }
  })

  // Backwards: each cue may last until the next one.
  let next = endOfDisplay + gap
  const shown = started.toReversed().map((cue, index) => {
    const start = Math.min(cue.start, next - gap - 1)
    const latest = index === 0 ? Math.max(next - gap, start + minimumDuration) : next - gap
    const end = Math.min(cue.end, start + maximumDuration, latest)
    next = start
    return { ...cue, start, end }
  })
  return shown.toReversed()
}
