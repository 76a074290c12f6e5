/** Shares the engines among the channels of all streams, one task at a time. */
import type { LiveChannel } from './live-channel.ts'

/**
 * Complete segments come first, the oldest of all streams before the others; none is skipped. Partials use the remaining
 * time, each channel in turn, with the audio available by then, so that all streams get fewer partials under load.
 */
export class LiveScheduler {
  /** In the order of their turns. */
  #channels: LiveChannel[] = []
  #working = false
  #partial: AbortController | undefined
  #progress = Promise.withResolvers<void>()

  add(channels: readonly LiveChannel[]): void {
    this.#channels.push(...channels)
  }

  /** Stops serving these channels; a running task is completed. */
  remove(channels: readonly LiveChannel[]): void {
    this.#channels = this.#channels.filter((channel) => !channels.includes(channel))
    this.#signalProgress()
  }

  /** Resolves when a segment was recognised or channels were removed. */
  progress(): Promise<void> {
    return this.#progress.promise
  }

  /** Called after a segment was recognised, so that its channel and callers of {@link progress} can continue. */
  advance(): void {
    this.#signalProgress()
    void this.wake()
  }

  /** Starts working if there is something to do and it is not working already. */
  async wake(): Promise<void> {
    if (this.#oldest() !== undefined) this.#partial?.abort()
    if (this.#working) return
    this.#working = true
    for (;;) {
      const behind = this.#oldest()
      const waiting = this.#channels.find((channel) => channel.partialDue)
      if (behind !== undefined) await behind.recogniseNext()
      else if (waiting !== undefined) {
        this.#channels = [...this.#channels.filter((channel) => channel !== waiting), waiting]
        this.#partial = new AbortController()
        await waiting.showPartial(this.#partial.signal)
        this.#partial = undefined
      } else break
    }
    this.#working = false
  }

  #signalProgress(): void {
    this.#progress.resolve()
    this.#progress = Promise.withResolvers()
  }

  /** The channel with the oldest pending segment. */
  #oldest(): LiveChannel | undefined {
    let oldest: LiveChannel | undefined
    for (const channel of this.#channels)
      if ((channel.oldest ?? Infinity) < (oldest?.oldest ?? Infinity)) oldest = channel
    return oldest
  }
}
