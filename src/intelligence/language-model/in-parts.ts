/** Texts that are too long for one question to a language model. */

/**
 * Joins sentences to as few parts as there can be in their order, each at most so long. A sentence that is longer by
 * itself is cut, between words where it has spaces.
 * @param maxCharacters of one part, in UTF-16 units; at least 2
 * @param separator put between the sentences of a part
 */
export function inParts(sentences: readonly string[], maxCharacters: number, separator = ' '): string[] {
  if (!(maxCharacters >= 2)) throw new RangeError('a part must have room for any character')
  const parts: string[] = []
  for (const piece of sentences.flatMap((sentence) => pieces(sentence, maxCharacters))) {
    const last = parts.at(-1)
    const longer = last === undefined ? undefined : last + separator + piece
    if (longer === undefined || longer.length > maxCharacters) parts.push(piece)
    else parts[parts.length - 1] = longer
  }
  return parts
}

/** A text in pieces of at most some characters, cut at spaces where there are any, never inside of a character. */
export function pieces(sentence: string, maxCharacters: number): string[] {
  const found: string[] = []
  let rest = sentence.trim()
  while (rest.length > maxCharacters) {
    const space = rest.slice(0, maxCharacters + 1).search(/\s\S*$/)
    const at = space > 0 ? space : wholeCharacters(rest, maxCharacters)
    found.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest === '' ? found : [...found, rest]
}

/** Up to a length, but not through the two halves of one character. */
function wholeCharacters(text: string, length: number): number {
  return /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 : length
}
