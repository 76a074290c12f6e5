/** The most recent audio of one channel, kept as long as it is needed. Positions are samples from the start of the session. */

/** The smallest buffer: one second, since less is not worth moving. A buffer is up to twice as large as its content. */
const MIN_CAPACITY = 16_384

export class RecentAudio {
  #samples = new Float32Array(MIN_CAPACITY)
  /** The first sample held: its index in `#samples`, and its position. */
  #offset = 0
  #start: number
  #end: number

  /** @param start - position of the first sample */
  constructor(start: number) {
    this.#start = start
    this.#end = start
  }

  /** The position after the last sample. */
  get end(): number {
    return this.#end
  }

  append(samples: Float32Array): void {
    const held = this.#end - this.#start
    if (this.#offset + held + samples.length > this.#samples.length) this.#reserve(held + samples.length)
    this.#samples.set(samples, this.#offset + held)
    this.#end += samples.length
  }

  /** A copy of the samples between two positions, without samples that were discarded or have not arrived yet. */
  slice(from: number, to: number): Float32Array {
    return this.view(from, to).slice()
  }

  /** The same without a copy, valid until the next `append`. */
  view(from: number, to: number): Float32Array {
    const index = (position: number) =>
      this.#offset + Math.min(Math.max(position, this.#start), this.#end) - this.#start
    return this.#samples.subarray(index(from), index(to))
  }

  /** Discards the samples before a position. */
  discard(before: number): void {
    const start = Math.min(Math.max(before, this.#start), this.#end)
    this.#offset += start - this.#start
    this.#start = start
  }

  #reserve(needed: number): void {
    const held = this.view(this.#start, this.#end)
    const fits = needed * 2 <= this.#samples.length || needed <= MIN_CAPACITY
    const samples = fits && needed <= this.#samples.length ? this.#samples : new Float32Array(needed * 2)
    samples.set(held)
    this.#samples = samples
    this.#offset = 0
  }
}
