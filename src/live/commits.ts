/** Syncs the frames of a client to disk, several at a time: a sync costs more than everything else done for a frame. */

/** Milliseconds that a frame waits for further ones. */
const WAIT_MS = 200
/** If no frame follows within that time, the client may await each acknowledgement: this many later frames do not wait. */
const FRAMES_AT_ONCE = 20

interface Batch extends PromiseWithResolvers<void> {
  readonly writes: Promise<void>[]
  bytes: number
}

export class Commits {
  readonly #sync: () => Promise<void>
  readonly #maxBytes: number
  #batch: Batch | null = null
  #timer: NodeJS.Timeout | undefined
  #atOnce = 0
  /** Resolves once the previous batches are durable. */
  #committed: Promise<void> = Promise.resolve()

  /**
   * @param sync makes everything written so far durable
   * @param bytesPerSecond of the audio; a client that sends faster than that does not have to wait
   */
  constructor(sync: () => Promise<void>, bytesPerSecond: number) {
    this.#sync = sync
    this.#maxBytes = (bytesPerSecond * WAIT_MS) / 1000
  }

  /** Resolves once the bytes of a frame, whose write is under way, are durable. */
  add(written: Promise<void>, bytes: number): Promise<void> {
    const batch = (this.#batch ??= { ...Promise.withResolvers(), writes: [], bytes: 0 })
    batch.writes.push(written)
    batch.bytes += bytes
    // Report a failure without delay.
    written.catch(() => this.commit())
    if (this.#atOnce > 0) {
      this.#atOnce--
      this.commit()
    } else if (batch.bytes >= this.#maxBytes) this.commit()
    else this.#timer ??= setTimeout(() => this.#onTime(batch), WAIT_MS)
    return batch.promise
  }

  /** Makes the frames so far durable without further delay. */
  commit(): void {
    const batch = this.#batch
    if (batch === null) return
    this.#batch = null
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#committed = this.#committed
      .then(async () => {
        await Promise.all(batch.writes)
        await this.#sync()
      })
      .then(batch.resolve, batch.reject)
  }

  #onTime({ writes }: Batch): void {
    if (writes.length === 1) this.#atOnce = FRAMES_AT_ONCE
    this.commit()
  }
}
