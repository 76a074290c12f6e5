import { type JobPreview, MAX_PREVIEW } from '../contract/preview.ts'
import type { Transcription } from '../contract/transcript.ts'

/** The preview that lists show of a transcript, without the languages: these stay as recognised when the transcript is corrected. */
export function previewOf({
  full_transcript: text,
  utterances,
}: Transcription): Omit<JobPreview, 'languages'> {
  const speakers = new Set(utterances.flatMap(({ speaker }) => speaker ?? []))
  return { text: firstWords(text), speakers: speakers.size }
}

function firstWords(text: string): string {
  if (text.length <= MAX_PREVIEW) return text
  const room = text.slice(0, MAX_PREVIEW - 1)
  // A word is cut only if it fills the whole preview, as in scripts without spaces. A surrogate pair is never cut.
  const whole = text[room.length] === ' ' ? room : room.replace(/\s\S*$/, '')
  return `${whole.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
