type Bytes = Uint8Array<ArrayBuffer>

/**
 * Keeps the audio of a session until the service has stored it. The default keeps it in memory; another implementation may keep
 * it longer than the program runs. Only one session may use a keeper at a time. Positions are byte offsets in the session's audio.
 */
export interface AudioKeeper {
  /** The service has stored the audio before this position. */
  readonly acknowledged: number
  /** The end of the audio added so far. */
  readonly end: number
  /** Adds audio at the end. */
  add(bytes: Bytes): void
  /** Called when the service has stored everything before a position, which may then be discarded. */
  acknowledge(position: number): void
  /**
   * Returns some of the unacknowledged audio from a position on; null at the end. What is read is sent next, so a keeper that
   * outlives the program must have stored it before it returns it.
   */
  read(position: number): Bytes | null | Promise<Bytes | null>
}

interface Chunk {
  readonly start: number
  readonly bytes: Bytes
}

/** Keeps the audio in memory. */
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
