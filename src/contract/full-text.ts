/** The `full_transcript` of a transcription: the texts of its utterances, joined. */
export function fullText(utterances: readonly { readonly text: string }[]): string {
  return utterances.map(({ text }) => text).join(' ')
}
