// The package brings no types.
declare module 'sentencex' {
  /** The sentences of a text, with the white space between them: joined, they are the text. */
  export function segment(language: string, text: string): string[]
}
