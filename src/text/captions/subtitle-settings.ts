/** The settings of subtitles: the options of the request, with the defaults of the style. */
import type { SubtitlesConfig } from '../../contract/features/subtitles.ts'

/** The options of a request, except the formats. */
export type SubtitleOptions = Omit<SubtitlesConfig, 'formats'>

/** Times in milliseconds. */
export interface SubtitleSettings {
  readonly minimumDuration: number
  readonly maximumDuration: number
  /** Minimum time between two cues. */
  readonly gap: number
  readonly charactersPerRow: number
  readonly rowsPerCue: number
}

const STYLES: Record<SubtitleOptions['style'], SubtitleSettings> = {
  // Like streaming services, which show a cue for at most 7 s.
  default: { minimumDuration: 0, maximumDuration: 7000, gap: 0, charactersPerRow: 42, rowsPerCue: 2 },
  // The gap of two frames, at 25 frames per second, makes the change of cues visible.
  compliance: { minimumDuration: 1000, maximumDuration: 5000, gap: 80, charactersPerRow: 42, rowsPerCue: 2 },
}

/** The settings for some options, which take precedence over the style. */
export function subtitleSettings(options: SubtitleOptions): SubtitleSettings {
  const style = STYLES[options.style]
  const minimumDuration = milliseconds(options.minimum_duration) ?? style.minimumDuration
  const maximumDuration = milliseconds(options.maximum_duration)
  return {
    minimumDuration,
    maximumDuration: maximumDuration ?? Math.max(style.maximumDuration, minimumDuration),
    gap: style.gap,
    charactersPerRow: options.maximum_characters_per_row ?? style.charactersPerRow,
    rowsPerCue: options.maximum_rows_per_caption ?? style.rowsPerCue,
  }
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.floor(seconds * 1000)
}
