// The package has no types.
declare module 'sentencex' {
  /** The sentences of a text, including the white space between them; joined, they give the text. */
  export function segment(language: string, text: string): string[]
}
