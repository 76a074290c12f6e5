import type { Transcription, Utterance } from '../../contract/transcript.ts'

/** What changes of a transcription whose utterances are others now: those, and the text of them all. */
export function rewritten(
  utterances: readonly Utterance[],
): Pick<Transcription, 'utterances' | 'full_transcript'> {
  return { utterances: [...utterances], full_transcript: utterances.map(({ text }) => text).join(' ') }
}
