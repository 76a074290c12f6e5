import type { Transcription, Utterance } from '../contract/transcript.ts'
import { fullText } from '../contract/full-text.ts'

/** The fields of a transcription that change with its utterances. */
export function rewritten(
  utterances: readonly Utterance[],
): Pick<Transcription, 'utterances' | 'full_transcript'> {
  return { utterances: [...utterances], full_transcript: fullText(utterances) }
}
