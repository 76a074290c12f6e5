/** The latest sound of one channel, as long as somebody needs it. Positions are samples from the start of the session. */

/** Twice as much as is held can lie in memory; less than this, a second, is not worth moving. */
const MIN_CAPACITY = 16_384

export class RecentAudio {
  #samples = new Float32Array(MIN_CAPACITY)
  /** Where the first sample that is held lies in `#samples`, and in the session. */
  #offset = 0
  #start: number
  #end: number

  /** @param start - where the sound begins */
  constructor(start: number) {
    this.#start = start
    this.#end = start
  }

  /** Behind the last sample. */
  get end(): number {
    return this.#end
  }

  append(samples: Float32Array): void {
    const held = this.#end - this.#start
    if (this.#offset + held + samples.length > this.#samples.length) this.#makeRoom(held + samples.length)
    this.#samples.set(samples, this.#offset + held)
    this.#end += samples.length
  }

  /** A copy of the samples between two positions; what is no longer held, or not there yet, is left out. */
  slice(from: number, to: number): Float32Array {
    return this.view(from, to).slice()
  }

  /** The same without a copy, to be read before the next sample comes. */
  view(from: number, to: number): Float32Array {
    const index = (position: number) =>
      this.#offset + Math.min(Math.max(position, this.#start), this.#end) - this.#start
    return this.#samples.subarray(index(from), index(to))
  }

  /** What lies before a position is not needed any more. */
  forget(before: number): void {
    const start = Math.min(Math.max(before, this.#start), this.#end)
    this.#offset += start - this.#start
    this.#start = start
  }

  #makeRoom(needed: number): void {
    const held = this.view(this.#start, this.#end)
    const fits = needed * 2 <= this.#samples.length || needed <= MIN_CAPACITY
    const samples = fits && needed <= this.#samples.length ? this.#samples : new Float32Array(needed * 2)
    samples.set(held)
    this.#samples = samples
    this.#offset = 0
  }
}
