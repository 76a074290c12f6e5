interface Chunk {
  /** Where it ends in the stream, in bytes. */
  readonly end: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The end of a stream of audio that the service may not have stored yet. */
export class UnacknowledgedAudio {
  /** Oldest first. */
  #chunks: Chunk[] = []
  #size = 0
  #acknowledged = 0

  get waitingBytes(): number {
    return this.#size - this.#acknowledged
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#size += bytes.length
    this.#chunks.push({ end: this.#size, bytes })
  }

  /** @param end where the acknowledged chunk ends in the stream */
  acknowledge(end: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, end)
    const first = this.#chunks.findIndex((chunk) => chunk.end > end)
    this.#chunks.splice(0, first === -1 ? this.#chunks.length : first)
  }

  /** What is sent again after a reconnection. */
  waiting(): Uint8Array<ArrayBuffer>[] {
    return this.#chunks.map(({ bytes }) => bytes)
  }
}
