/**
 * The clock of a file, by which a player shows the time: where its zero is, and where decoded samples are on it.
 *
 * An audio track may start later than the video, or packets may be missing in the middle. Players play silence there,
 * except that Chromium skips a gap in a file without video. Measured in Chromium with clicks at known times.
 */
import { open } from 'node:fs/promises'

/** Types of the first box of QuickTime files and their successors. */
const MOV_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']
const EBML = '\x1a\x45\xdf\xa3'

/**
 * Returns true if the clock of a file starts at timestamp zero: in mp4, whose edit lists refer to it, and in Matroska.
 * The clock of other files, such as a part of a transport stream that has run for hours, starts at the first timestamp
 * of any track.
 */
export async function hasZero(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('latin1', 0, 4) === EBML || MOV_BOXES.includes(buffer.toString('latin1', 4))
  } finally {
    await file.close()
  }
}

/** Audio that starts at most this many seconds late counts as starting at zero: codecs cut off up to 10 ms at the start. */
const MIN_START = 0.02

/**
 * In seconds. Shorter gaps come from a recorder's jitter, or from a clock that runs faster than its samples: they are
 * ignored until they add up to this much. Timestamps that go back, as in concatenated files, are ignored too, so no
 * sample is lost.
 */
const MIN_GAP = 0.1

/** Consecutive decoded samples without a gap on the clock. */
interface Piece {
  /** Index of the first one among the decoded samples of a channel. */
  readonly from: number
  /** Time of the first one on the clock, in samples. */
  readonly at: number
}

/** Places decoded samples on the clock as they arrive. */
export class Timeline {
  /** In order; silence lies between them. */
  readonly #pieces: Piece[] = []
  /** Samples of a channel so far. */
  decoded = 0
  /** Where they end on the clock, in samples. */
  end = 0

  /**
   * Adds `samples` samples of each channel. `time` is the timestamp of the first one, in samples.
   * @returns the number of silent samples before them
   */
  add(samples: number, time: number, rate: number): number {
    const late = time - this.end
    const gap = late > (this.decoded === 0 ? MIN_START : MIN_GAP) * rate ? late : 0
    if (gap > 0 || this.decoded === 0) this.#pieces.push({ from: this.decoded, at: this.end + gap })
    this.decoded += samples
    this.end += gap + samples
    return gap
  }

  /**
   * The parts of a range of the clock that have decoded samples; `position` is the index of the first one among the
   * decoded samples of a channel.
   */
  *within(from: number, to: number): Generator<{ at: number; until: number; position: number }> {
    for (let i = this.#pieceAt(from); i < this.#pieces.length && this.#pieces[i]!.at < to; i++) {
      const piece = this.#pieces[i]!
      const length = (this.#pieces[i + 1]?.from ?? this.decoded) - piece.from
      const at = Math.max(from, piece.at)
      const until = Math.min(to, piece.at + length)
      if (at < until) yield { at, until, position: piece.from + at - piece.at }
    }
  }

  /** The index of the last piece that begins at or before `time`, or 0. */
  #pieceAt(time: number): number {
    let low = 0
    for (let high = this.#pieces.length - 1; low < high;) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#pieces[middle]!.at <= time) low = middle
      else high = middle - 1
    }
    return low
  }
}
