/** A word of a transcript, which carries its own space and punctuation, in its parts. */

export interface WordParts {
  /** The space and the punctuation before it. */
  readonly before: string
  /** From its first letter or digit to its last; empty if it has none. */
  readonly core: string
  /** The punctuation behind it, and the space if it has one there. */
  readonly after: string
}

const PARTS = /^([^\p{L}\p{N}]*)([\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?)?(.*)$/su

/** Joined again, the parts are the word. */
export function wordParts(word: string): WordParts {
  const [, before = '', core = '', after = ''] = PARTS.exec(word) ?? []
  return { before, core, after }
}

/** Whether a sentence may end behind a word: nothing that is one name goes on over that. */
export function endsClause({ core, after }: WordParts): boolean {
  // Recognisers write letters that are spelled out with dots: "M. B. A."
  return /[!?;:…。！？]/u.test(after) || (after.includes('.') && core.length > 1)
}
