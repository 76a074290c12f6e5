/** Frames per second of audio that cost nothing. An audio worklet of a browser sends 375. */
const FREE_FRAMES = 400
/** Further frames per second, … */
const FRAMES_PER_SECOND = 20
/** … and at once. */
const MAX_FRAMES = 200

/**
 * Bounds how many frames are answered that have little or no audio. Each costs a line of the journal and a message, however
 * short it is: without a bound, empty frames wrote 21 MB to a journal within seconds.
 */
export class FrameAllowance {
  readonly #freeBytes: number
  #left = MAX_FRAMES
  #filledAt = performance.now()

  /** @param bytesPerSecond of the audio */
  constructor(bytesPerSecond: number) {
    this.#freeBytes = bytesPerSecond / FREE_FRAMES
  }

  /** Counts a frame with this many bytes of audio. */
  spend(bytes: number): void {
    this.#left -= Math.max(0, 1 - bytes / this.#freeBytes)
  }

  /**
   * Whether more frames were counted than allowed, and no more are to be read.
   * @param now as of `performance.now()`
   */
  isExceeded(now = performance.now()): boolean {
    const refill = ((now - this.#filledAt) / 1000) * FRAMES_PER_SECOND
    this.#left = Math.min(MAX_FRAMES, this.#left + refill)
    this.#filledAt = now
    return this.#left < 0
  }
}
