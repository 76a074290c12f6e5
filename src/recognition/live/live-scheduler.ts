/** Shares the engines among the channels of all streams: one piece of work at a time. */
import type { LiveChannel } from './live-channel.ts'

/**
 * What is complete comes first, the oldest of all streams before the others: it is never left out. What is being spoken
 * is shown with the time that is left, to each in turn and as it is by then, so that under load everybody sees fewer
 * partials.
 */
export class LiveScheduler {
  /** Whose turn is next comes first. */
  #channels: LiveChannel[] = []
  #working = false
  #partial: AbortController | undefined
  #progress = Promise.withResolvers<void>()

  add(channels: readonly LiveChannel[]): void {
    this.#channels.push(...channels)
  }

  /** Nothing more is done for them, but for what is being done. */
  remove(channels: readonly LiveChannel[]): void {
    this.#channels = this.#channels.filter((channel) => !channels.includes(channel))
    this.#tellProgress()
  }

  /** Resolves when a piece was recognised, or channels were removed. */
  progress(): Promise<void> {
    return this.#progress.promise
  }

  /** There may be something to do. */
  async wake(): Promise<void> {
    if (this.#oldest() !== undefined) this.#partial?.abort()
    if (this.#working) return
    this.#working = true
    for (;;) {
      const behind = this.#oldest()
      const waiting = this.#channels.find((channel) => channel.partialDue)
      if (behind !== undefined) {
        await behind.settle()
        this.#tellProgress()
      } else if (waiting !== undefined) {
        this.#channels = [...this.#channels.filter((channel) => channel !== waiting), waiting]
        this.#partial = new AbortController()
        await waiting.showPartial(this.#partial.signal)
        this.#partial = undefined
      } else break
    }
    this.#working = false
  }

  #tellProgress(): void {
    this.#progress.resolve()
    this.#progress = Promise.withResolvers()
  }

  #oldest(): LiveChannel | undefined {
    let oldest: LiveChannel | undefined
    for (const channel of this.#channels)
      if ((channel.oldest ?? Infinity) < (oldest?.oldest ?? Infinity)) oldest = channel
    return oldest
  }
}
