/** Chunks behind the audio of a WAV file, such as tags. Positions are bytes behind the header. */
export interface WavTail {
  /** Where they begin. */
  readonly from: number
  /** Where they end, and the file. */
  readonly to: number
}

export const NO_TAIL: WavTail = { from: Infinity, to: Infinity }

/** Longer tails are not recognised, since their sizes are probably wrong. */
const MAX_TAIL = 2 ** 20
/** Shorter ones have no chunk with content; some programs count the first 8 bytes of a file in its size. */
const MIN_TAIL = 9

/** The tail that the sizes in a WAV header announce. In files written to a pipe, they can be anything. */
export function tailOf(header: Buffer): WavTail {
  if (header.length < 12 || header.toString('latin1', 0, 4) !== 'RIFF') return NO_TAIL
  const from = header.readUInt32LE(header.length - 4)
  const to = header.readUInt32LE(4) + 8 - header.length
  const length = to - from
  return from > 0 && length >= MIN_TAIL && length <= MAX_TAIL ? { from, to } : NO_TAIL
}
