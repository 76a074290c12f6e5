/** The texts of utterances, in their order, as one text: `full_transcript` of a transcription. */
export function fullText(utterances: readonly { readonly text: string }[]): string {
  return utterances.map(({ text }) => text).join(' ')
}
