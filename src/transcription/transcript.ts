import type { LanguageCode } from '../contract/languages.ts'
import type { Transcription, Utterance } from '../contract/transcript.ts'
import { fullText } from '../contract/full-text.ts'

/**
 * Turns recognised utterances into a transcription.
 * @param recognition utterances, ordered by start; languages, the most spoken first
 */
export function transcriptOf({
  utterances,
  languages,
}: {
  readonly utterances: readonly Utterance[]
  readonly languages: readonly LanguageCode[]
}): Transcription {
  return { full_transcript: fullText(utterances), languages: [...languages], utterances: [...utterances] }
}
