/** A byte-level BPE vocabulary, as GPT-2 and Whisper have it. */

/** The longest token that is looked for: longer ones are rows of punctuation. */
const MAX_TOKEN_BYTES = 24

export class ByteLevelVocabulary {
  /** The bytes of each token, written as Latin-1. As arrays, those of Whisper would take 20 MB more. */
  readonly #texts: readonly string[]
  /** The token of each of these. */
  readonly #tokens: ReadonlyMap<string, number>

  /** @param vocabulary - the token of each string, every byte written as one printable character */
  constructor(vocabulary: Readonly<Record<string, number>>) {
    const byteOf = printableBytes()
    const texts: string[] = []
    for (const [text, token] of Object.entries(vocabulary))
      texts[token] = Buffer.from(Array.from(text, (character) => byteOf.get(character) ?? 0)).toString(
        'latin1',
      )
    this.#texts = texts
    this.#tokens = new Map(texts.map((own, token) => [own, token]))
  }

  /** The UTF-8 bytes of a token, none if it is not text; a character may be spread over several tokens. */
  bytesOf(token: number): Uint8Array {
    return Buffer.from(this.#texts[token] ?? '', 'latin1')
  }

  /**
   * Encodes a text, the longest token that fits each time. For nearly every word these are the tokens that the model
   * would write, and it reads the others as well.
   */
  encode(text: string): number[] {
    const bytes = Buffer.from(text).toString('latin1')
    const found: number[] = []
    for (let at = 0; at < bytes.length;) {
      let length = Math.min(MAX_TOKEN_BYTES, bytes.length - at)
      while (length > 1 && !this.#tokens.has(bytes.slice(at, at + length))) length--
      const token = this.#tokens.get(bytes.slice(at, at + length))
      if (token !== undefined) found.push(token)
      at += length
    }
    return found
  }
}

/** The byte that each character stands for: itself if printable, else the next free character from U+0100 on. */
function printableBytes(): Map<string, number> {
  const bytes = new Map<string, number>()
  let next = 256
  for (let byte = 0; byte < 256; byte++)
    bytes.set(String.fromCharCode(isPrintable(byte) ? byte : next++), byte)
  return bytes
}

function isPrintable(byte: number): boolean {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173)
}
