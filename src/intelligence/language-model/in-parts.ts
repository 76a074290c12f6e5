/** Long texts in parts that a language model takes at once. */

/**
 * Cuts a text between its sentences.
 * @param maxCharacters of a part, the space between its sentences included; a longer sentence is a part by itself
 * @returns the sentences of each part, in order; none is empty
 */
export function inParts<Piece extends { readonly text: string }>(
  sentences: readonly Piece[],
  maxCharacters: number,
): Piece[][] {
  const parts: Piece[][] = []
  let length = 0
  for (const sentence of sentences) {
    const last = parts.at(-1)
    length += 1 + sentence.text.length
    if (last && length <= maxCharacters) {
      last.push(sentence)
      continue
    }
    parts.push([sentence])
    length = sentence.text.length
  }
  return parts
}
