import { linesOf, type TranscriptExport } from './transcript-export.ts'

/** A line for each utterance. */
export function txt(exported: TranscriptExport): string {
  return linesOf(exported)
    .map(({ head, text }) => `${head} ${text}`.trim())
    .join('\n')
}
