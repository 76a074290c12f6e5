import { asUtterances } from '../../text/translated-utterances.ts'
import { subtitleFile } from '../../text/captions/subtitle-file.ts'
import { channelsOf, speakerNamer, type TranscriptExport } from './transcript-export.ts'

/** SubRip captions. */
export const srt = (exported: TranscriptExport): string => captions(exported, 'srt')

/** WebVTT captions. */
export const vtt = (exported: TranscriptExport): string => captions(exported, 'vtt')

function captions(exported: TranscriptExport, format: 'srt' | 'vtt'): string {
  const { transcript, captions: options, duration } = exported
  const nameOf = speakerNamer(exported, channelsOf(exported))
  return subtitleFile(asUtterances(transcript.utterances), options, format, duration, nameOf)
}
