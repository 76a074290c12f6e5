import { paragraphsOf } from './paragraphs.ts'
import type { TranscriptExport } from './transcript-export.ts'

/** The transcript as in the API, with the paragraphs and the summary. */
export function json({ transcript, summary, hasParagraphs }: TranscriptExport): string {
  return JSON.stringify({
    ...transcript,
    ...(hasParagraphs && { paragraphs: paragraphsOf(transcript.utterances) }),
    ...(summary !== null && { summary }),
  })
}
