import type { Transcription } from '../contract/transcript.ts'
import type { Recognition } from '../recognition/batch/recogniser-process.ts'

/** What was heard, as a transcript: the utterances in order of time, and their text as a whole. */
export function transcriptOf({
  utterances,
  languages,
}: Pick<Recognition, 'utterances' | 'languages'>): Transcription {
  return {
    full_transcript: utterances.map((utterance) => utterance.text).join(' '),
    languages,
    utterances,
  }
}
