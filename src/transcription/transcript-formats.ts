/** A transcript by itself, in several formats. */
import { subtitlesConfig } from '../contract/features/subtitles.ts'
import type { Transcription } from '../contract/transcript.ts'
import { subtitleFile } from '../intelligence/text/captions/subtitle-file.ts'
import type { SubtitleOptions } from '../intelligence/text/captions/subtitle-settings.ts'

/** `json`: the transcription of the result. `txt`: a line for each utterance. `srt` and `vtt`: captions. */
export type TranscriptFormat = 'json' | 'txt' | 'srt' | 'vtt'

/**
 * @param audioDuration in seconds
 * @param options of captions; the defaults of the API unless given
 */
export function transcriptAs(
  format: TranscriptFormat,
  transcription: Transcription,
  audioDuration: number,
  options: SubtitleOptions = subtitlesConfig.parse({}),
): string {
  switch (format) {
    case 'json':
      return JSON.stringify(transcription)
    case 'txt':
      return transcription.utterances.map(({ text }) => text).join('\n')
    case 'srt':
    case 'vtt':
      return subtitleFile(transcription.utterances, options, format, audioDuration)
  }
}
