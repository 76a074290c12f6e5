/** Subtitle files: SubRip (srt) and WebVTT (vtt). */
import type { SubtitlesConfig } from '../../contract/features/subtitles.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { sentencesOf } from '../timed-sentences.ts'
import { clock } from './clock.ts'
import type { Cue } from './screen-times.ts'
import { cuesOf, type SpokenCue } from './subtitle-cues.ts'
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
 * The content of a subtitle file. Its lines end with `\n`, which ffmpeg writes and every player reads.
 * @param options override the defaults of the style
 * @param audioDuration in seconds; no cue is shown beyond it
 * @param nameOf returns the name of the speaker of a cue; null to show none, the default
 */
export function subtitleFile(
  utterances: readonly Utterance[],
  options: SubtitleOptions,
  format: Format,
  audioDuration: number,
  nameOf: (cue: SpokenCue) => string | null = () => null,
): string {
  const cues = cuesOf(sentencesOf(utterances), subtitleSettings(options), Math.floor(audioDuration * 1000))
  return FILE[format](cues.map((cue) => ({ ...cue, name: nameOf(cue) })))
}

type NamedCue = Cue & { readonly name: string | null }

/** SubRip has no syntax for speakers: the text names them when they change. In WebVTT, each cue has a voice span. */
const FILE: Record<Format, (cues: readonly NamedCue[]) => string> = {
  srt: (cues) =>
    cues
      .map((cue, index) => {
        const { name, rows } = cue
        const label = name === null || name === cues[index - 1]?.name ? '' : `${name}: `
        return `${index + 1}\n${timing(cue).replaceAll('.', ',')}\n${label}${rows.join('\n')}\n`
      })
      .join('\n'),
  vtt: (cues) =>
    `WEBVTT\n${cues
      .map((cue) => {
        const voice = cue.name === null ? '' : `<v ${escaped(cue.name)}>`
        return `\n${timing(cue)}\n${voice}${escaped(cue.rows.join('\n'))}\n`
      })
      .join('')}`,
}

function timing({ start, end }: Cue): string {
  return `${clock(start)} --> ${clock(end)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
