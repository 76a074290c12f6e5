/** Takes the header of a WAV file off the start of a stream, for clients that send a file as it stands. */

/** What has not come to its sound within so many bytes is no header. */
const MAX_HEADER = 2 ** 16

/** One stream. It loses nothing: what only looked like a header at first comes out as sound. */
export class WavHeaderSkipper {
  /** What may be a header; null when that is decided. */
  #held: Buffer | null = Buffer.alloc(0)
  #header = Buffer.alloc(0)

  /** The bytes that were left out; empty as long as nothing is decided, and where there is no header. */
  get header(): Buffer {
    return this.#header
  }

  /**
   * @param bytes the next of the stream, cut anywhere
   * @returns those of the stream that are sound and were not returned before; null as long as nothing is decided
   */
  push(bytes: Buffer): Buffer | null {
    if (this.#held === null) return bytes
    this.#held = Buffer.concat([this.#held, bytes])
    const length = headerLength(this.#held)
    if (length === undefined) return null
    this.#header = Buffer.from(this.#held.subarray(0, length))
    return this.end().subarray(length)
  }

  /** @returns at the end of the stream, what had begun like a header and never became one */
  end(): Buffer {
    const held = this.#held ?? Buffer.alloc(0)
    this.#held = null
    return held
  }
}

/**
 * Length of the WAV header that a stream begins with; 0 if there is none; undefined if more has to be seen. Only where
 * each chunk ends matters. Files that were written to a pipe have any size for the whole file and for `data`.
 */
function headerLength(start: Buffer): number | undefined {
  const text = (from: number) => start.toString('latin1', from, from + 4)
  if (!['RIFF', 'RF64'].some((magic) => magic.startsWith(text(0))) || !'WAVE'.startsWith(text(8))) return 0
  let chunk = 12
  while (chunk + 8 <= MAX_HEADER) {
    if (start.length < chunk + 8) return undefined
    if (text(chunk) === 'data') return chunk + 8
    const size = start.readUInt32LE(chunk + 4)
    chunk += 8 + size + (size % 2)
  }
  return 0
}
