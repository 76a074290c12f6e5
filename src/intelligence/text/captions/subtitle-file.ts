/** Subtitle files: SubRip (srt) and WebVTT (vtt). */
import type { SubtitlesConfig } from '../../../contract/features/subtitles.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { sentencesOf } from '../timed-sentences.ts'
import type { Cue } from './screen-times.ts'
import { cuesOf } from './subtitle-cues.ts'
import { type SubtitleOptions, subtitleSettings } from './subtitle-settings.ts'

type Format = 'srt' | 'vtt'

/** One file per requested format, in the order of the request. */
export function subtitleFiles(
  utterances: readonly Utterance[],
  config: SubtitlesConfig,
  audioDuration: number,
) {
  return config.formats.map((format) => ({
    format,
    subtitles: subtitleFile(utterances, config, format, audioDuration),
  }))
}

/**
 * The content of a subtitle file, with `\n` at the end of its lines, as ffmpeg writes them and every player reads them.
 * @param options the defaults are those of the style
 * @param audioDuration in seconds; no cue is shown longer
 */
export function subtitleFile(
  utterances: readonly Utterance[],
  options: SubtitleOptions,
  format: Format,
  audioDuration: number,
): string {
  const cues = cuesOf(sentencesOf(utterances), subtitleSettings(options), Math.floor(audioDuration * 1000))
  return FILE[format](cues)
}

const FILE: Record<Format, (cues: readonly Cue[]) => string> = {
  srt: (cues) =>
    cues
      .map((cue, index) => `${index + 1}\n${timing(cue).replaceAll('.', ',')}\n${cue.rows.join('\n')}\n`)
      .join('\n'),
  vtt: (cues) =>
    `WEBVTT\n${cues.map((cue) => `\n${timing(cue)}\n${escaped(cue.rows.join('\n'))}\n`).join('')}`,
}

function timing({ start, end }: Cue): string {
  return `${clock(start)} --> ${clock(end)}`
}

/** `hh:mm:ss.mmm`. */
function clock(milliseconds: number): string {
  const part = (unit: number, size: number, digits: number) =>
    String(Math.floor(milliseconds / unit) % size).padStart(digits, '0')
  return `${part(3_600_000, Infinity, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
