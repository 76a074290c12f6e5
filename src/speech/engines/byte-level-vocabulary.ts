/** A byte-level BPE vocabulary, as in GPT-2 and Whisper. */

/** The longest token considered in encoding; longer ones are runs of punctuation. */
const MAX_TOKEN_BYTES = 24

export class ByteLevelVocabulary {
  /** The bytes of each token as a Latin-1 string. As arrays, Whisper's would take 20 MB more. */
  readonly #texts: readonly string[]
  /** The token for each of these strings. */
  readonly #tokens: ReadonlyMap<string, number>

  /** @param vocabulary - the token for each string, in which one printable character stands for each byte */
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

  /** The UTF-8 bytes of a token; empty if it is not text. A character may be split across tokens. */
  bytesOf(token: number): Uint8Array {
    return Buffer.from(this.#texts[token] ?? '', 'latin1')
  }

  /**
   * Encodes a text greedily, taking the longest token that matches. For nearly every word this gives the tokens that the
   * model would write; the model understands the others as well.
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

/** The byte for which each character stands: itself if printable, otherwise the next free character from U+0100. */
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
