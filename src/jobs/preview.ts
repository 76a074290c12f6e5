import { type JobPreview, MAX_PREVIEW } from '../contract/preview.ts'
import type { Transcription } from '../contract/transcript.ts'

/** What lists show of a transcript, but for the languages: those that were recognised stay. */
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
  // A word is cut only where it is as long as all the room, as in scripts without spaces; a surrogate pair never is.
  const whole = text[room.length] === ' ' ? room : room.replace(/\s\S*$/, '')
  return `${whole.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
