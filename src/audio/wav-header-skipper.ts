/** Removes the header of a WAV file from the start of a stream, for clients that send a whole file. */

/** A header is recognised only if the audio begins within this many bytes. */
const MAX_HEADER = 2 ** 16

/** One stream. Nothing is lost: bytes that only looked like a header at first are passed on as audio. */
export class WavHeaderSkipper {
  /** Bytes that may be part of a header; null once that is decided. */
  #held: Buffer | null = Buffer.alloc(0)
  #header = Buffer.alloc(0)

  /** The bytes removed; empty until that is decided, and if there is no header. */
  get header(): Buffer {
    return this.#header
  }

  /**
   * @param bytes - the next bytes of the stream, split anywhere
   * @returns the audio not returned before; null until it is decided whether there is a header
   */
  push(bytes: Buffer): Buffer | null {
    if (this.#held === null) return bytes
    this.#held = Buffer.concat([this.#held, bytes])
    const length = headerLength(this.#held)
    if (length === undefined) return null
    this.#header = Buffer.from(this.#held.subarray(0, length))
    return this.end().subarray(length)
  }

  /** Ends the stream. @returns the bytes held because they looked like the start of a header */
  end(): Buffer {
    const held = this.#held ?? Buffer.alloc(0)
    this.#held = null
    return held
  }
}

/**
 * Length of the WAV header at the start of a stream; 0 if there is none; undefined if more bytes are needed. The sizes of
 * the file and of `data` are not checked: in files written to a pipe they can be anything.
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
