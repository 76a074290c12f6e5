/** Chunks after the audio of a WAV file, such as tags. Positions are bytes after the header. */
export interface WavTail {
  /** Where the chunks begin. */
  readonly from: number
  /** Where the chunks and the file end. */
  readonly to: number
}

export const NO_TAIL: WavTail = { from: Infinity, to: Infinity }

/** Longer tails are not recognised, since the sizes are probably wrong. */
const MAX_TAIL = 2 ** 20
/** Shorter tails contain no chunk with content; some programs count the first 8 bytes of a file in its size. */
const MIN_TAIL = 9

/** The tail that the sizes in a WAV header declare. In files written to a pipe, the sizes can be anything. */
export function tailOf(header: Buffer): WavTail {
  if (header.length < 12 || header.toString('latin1', 0, 4) !== 'RIFF') return NO_TAIL
  const from = header.readUInt32LE(header.length - 4)
  const to = header.readUInt32LE(4) + 8 - header.length
  const length = to - from
  return from > 0 && length >= MIN_TAIL && length <= MAX_TAIL ? { from, to } : NO_TAIL
}
