import { linesOf, type TranscriptExport } from './transcript-export.ts'

/** A row for each utterance: its start and end in milliseconds and its text, as the command line of Whisper writes them. */
export function tsv(exported: TranscriptExport): string {
  const rows = linesOf(exported).map(({ start, end, text }) =>
    [Math.round(start * 1000), Math.round(end * 1000), text].join('\t'),
  )
  return ['start\tend\ttext', ...rows, ''].join('\n')
}
