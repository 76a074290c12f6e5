/** When the frames of a client are made durable: several at once, as that costs more than all else that is done for them. */

/** Milliseconds that a frame waits for those after it. */
const WAIT_MS = 200
/** Frames that do not wait, after one that none followed: their client may await the acknowledgement of each. */
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
  /** Settles when the batches before are durable. */
  #committed: Promise<void> = Promise.resolve()

  /**
   * @param sync makes durable what was written
   * @param bytesPerSecond of the audio: a client that sends it faster is not held up
   */
  constructor(sync: () => Promise<void>, bytesPerSecond: number) {
    this.#sync = sync
    this.#maxBytes = (bytesPerSecond * WAIT_MS) / 1000
  }

  /** Settles when the bytes of a frame, which are being written, are durable. */
  add(written: Promise<void>, bytes: number): Promise<void> {
    const batch = (this.#batch ??= { ...Promise.withResolvers(), writes: [], bytes: 0 })
    batch.writes.push(written)
    batch.bytes += bytes
    // A failure is reported at once.
    written.catch(() => this.commit())
    if (this.#atOnce > 0) {
      this.#atOnce--
      this.commit()
    } else if (batch.bytes >= this.#maxBytes) this.commit()
    else this.#timer ??= setTimeout(() => this.#onTime(batch), WAIT_MS)
    return batch.promise
  }

  /** Makes the frames so far durable now. */
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
