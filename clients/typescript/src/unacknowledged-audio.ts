type Bytes = Uint8Array<ArrayBuffer>

/**
 * Keeps the audio of a session until the service has stored it. The client's own one keeps it in memory; another one may keep
 * it for longer than the program runs, and is used by one session at a time. Positions are bytes of the session's audio.
 */
export interface AudioKeeper {
  /** Up to here the service has stored it. */
  readonly acknowledged: number
  /** Where it ends. */
  readonly end: number
  /** Adds audio at the end. */
  add(bytes: Bytes): void
  /** The service has stored everything before a position, which does not have to be kept any longer. */
  acknowledge(position: number): void
  /**
   * Some of the audio from a position on that is not acknowledged; null at the end. What may outlive the program is kept
   * before it is read, as what is read is sent.
   */
  read(position: number): Bytes | null | Promise<Bytes | null>
}

interface Chunk {
  readonly start: number
  readonly bytes: Bytes
}

/** In memory. */
export class UnacknowledgedAudio implements AudioKeeper {
  /** Oldest first. */
  #chunks: Chunk[] = []
  #end = 0
  #acknowledged = 0

  get acknowledged(): number {
    return this.#acknowledged
  }

  get end(): number {
    return this.#end
  }

  add(bytes: Bytes): void {
    this.#chunks.push({ start: this.#end, bytes })
    this.#end += bytes.length
  }

  acknowledge(position: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, position)
    this.#end = Math.max(this.#end, position)
    const first = this.#chunks.findIndex(({ start, bytes }) => start + bytes.length > position)
    this.#chunks.splice(0, first === -1 ? this.#chunks.length : first)
  }

  read(position: number): Bytes | null {
    const chunk = this.#chunks.findLast(({ start }) => start <= position)
    return chunk === undefined || position >= this.#end ? null : chunk.bytes.subarray(position - chunk.start)
  }
}
