import type { TranscriptExport } from './transcript-export.ts'

/** The transcript as it is in the API. */
export function json({ transcript }: TranscriptExport): string {
  return JSON.stringify(transcript)
}
