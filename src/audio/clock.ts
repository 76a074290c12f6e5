/**
 * The clock of a file, on which a player shows its time: where its zero is, and where decoded samples are on it.
 *
 * An audio track may start later than the video, or lack packets in its middle. Players play silence there, except that
 * Chromium skips a gap within a file without video. Measured in Chromium with clicks at known times.
 */
import { open } from 'node:fs/promises'

/** Boxes with which QuickTime files and their successors begin. */
const MOV_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']
const EBML = '\x1a\x45\xdf\xa3'

/**
 * Whether the zero of the clock is that of the timestamps: in mp4, where edit lists refer to it, and in Matroska. Of other
 * files, such as a part of a transport stream that has run for hours, it is the first timestamp of any track.
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

/** Seconds by which audio starts too late to be taken as starting at zero: codecs start with up to 10 ms that are cut off. */
const MIN_START = 0.02

/**
 * Seconds of a gap. Shorter ones are a recorder's jitter, or a clock that runs faster than its samples: they are ignored
 * until they add up to this much. Timestamps that go back, as in files that were joined, are ignored too: no sample is lost.
 */
const MIN_GAP = 0.1

/** Decoded samples that follow each other on the clock. */
interface Piece {
  /** Its place among the decoded samples of a channel. */
  readonly from: number
  /** Its place on the clock, in samples. */
  readonly at: number
}

/** Places decoded samples on the clock, as they come. */
export class Timeline {
  /** In their order; the samples between them are silent. */
  readonly #pieces: Piece[] = []
  /** Samples of a channel so far. */
  decoded = 0
  /** Where they end on the clock, in samples. */
  end = 0

  /**
   * Adds `samples` of each channel, of which the first is at `time` by its timestamp, in samples.
   * @returns the silent samples before them
   */
  add(samples: number, time: number, rate: number): number {
    const late = time - this.end
    const gap = late > (this.decoded === 0 ? MIN_START : MIN_GAP) * rate ? late : 0
    if (gap > 0 || this.decoded === 0) this.#pieces.push({ from: this.decoded, at: this.end + gap })
    this.decoded += samples
    this.end += gap + samples
    return gap
  }

  /** The decoded samples in a range of the clock, as ranges of it, each with the place of its first sample. */
  *within(from: number, to: number): Generator<{ at: number; until: number; position: number }> {
    for (let i = this.#pieceAt(from); i < this.#pieces.length && this.#pieces[i]!.at < to; i++) {
      const piece = this.#pieces[i]!
      const length = (this.#pieces[i + 1]?.from ?? this.decoded) - piece.from
      const at = Math.max(from, piece.at)
      const until = Math.min(to, piece.at + length)
      if (at < until) yield { at, until, position: piece.from + at - piece.at }
    }
  }

  /** The index of the last piece that begins at `time` or before, or 0. */
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
