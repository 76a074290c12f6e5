/** Maps times in a stream to times in its session: a stream has gaps, and silence that was added. Positions are samples. */
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Audio without a gap. */
interface Piece {
  /** Position in the stream. */
  readonly at: number
  /** Position in the session. */
  readonly start: number
  end: number
}

export class StreamClock {
  readonly #pieces: Piece[] = []
  #length = 0

  /** Samples in the stream. */
  get length(): number {
    return this.#length
  }

  /** The next samples of the stream are those between two positions of the session. */
  advance(start: number, end: number): void {
    const last = this.#pieces.at(-1)
    if (last !== undefined && last.end === start && last.at + (start - last.start) === this.#length)
      last.end = end
    else this.#pieces.push({ at: this.#length, start, end })
    this.#length += end - start
  }

  /** The next samples of the stream are silence that is not in the session. */
  pad(samples: number): void {
    this.#length += samples
  }

  /**
   * Converts a time in the stream to a time in the session, both in seconds. A time within added silence maps to the end
   * of the audio before it.
   */
  inSession(seconds: number): number {
    const position = seconds * SAMPLE_RATE
    const piece = this.#pieces.findLast(({ at }) => at <= position) ?? this.#pieces[0]
    if (piece === undefined) return seconds
    return Math.min(piece.start + Math.max(0, position - piece.at), piece.end) / SAMPLE_RATE
  }
}
