/** Splits text that is too long for one request to a language model. */

/**
 * Packs sentences, in order, into as few chunks as possible. A sentence longer than a chunk is split, at spaces if it has
 * any.
 * @param maxCharacters of a chunk, in UTF-16 units; at least 2
 * @param separator between the sentences of a chunk
 * @throws RangeError if `maxCharacters` is below 2, too little for some characters
 */
export function toChunks(sentences: readonly string[], maxCharacters: number, separator = ' '): string[] {
  if (!(maxCharacters >= 2)) throw new RangeError('maxCharacters must be at least 2')
  const chunks: string[] = []
  for (const text of sentences.flatMap((sentence) => splitText(sentence, maxCharacters))) {
    const last = chunks.at(-1)
    const longer = last === undefined ? undefined : last + separator + text
    if (longer === undefined || longer.length > maxCharacters) chunks.push(text)
    else chunks[chunks.length - 1] = longer
  }
  return chunks
}

/** Splits a text into parts of at most `maxCharacters`, at spaces if possible, never within a character. */
export function splitText(text: string, maxCharacters: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > maxCharacters) {
    const space = rest.slice(0, maxCharacters + 1).search(/\s\S*$/)
    const end = space > 0 ? space : characterBoundary(rest, maxCharacters)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** The last offset up to `length` that does not split a surrogate pair. */
function characterBoundary(text: string, length: number): number {
  return /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 : length
}
