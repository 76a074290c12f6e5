import type { TranscriptExport } from './transcript-export.ts'

/** The transcript as it is in the API, with the summary. */
export function json({ transcript, summary }: TranscriptExport): string {
  return JSON.stringify({ ...transcript, ...(summary !== null && { summary }) })
}
