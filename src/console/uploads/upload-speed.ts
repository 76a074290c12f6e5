/** How fast something is sent. */

/** Milliseconds that are looked back: less would jump, more would not follow the network. */
const WINDOW_MS = 5_000

export class UploadSpeed {
  readonly #samples: { readonly at: number; readonly sent: number }[] = []

  /**
   * @param sent bytes so far
   * @param now milliseconds
   * @returns bytes per second of late; null until there is a second of it
   */
  add(sent: number, now: number): number | null {
    const samples = this.#samples
    samples.push({ at: now, sent })
    // One at the beginning of the window, or before it, stays.
    while (samples.length > 2 && samples[1]!.at <= now - WINDOW_MS) samples.shift()
    const first = samples[0]!
    const seconds = (now - first.at) / 1000
    return seconds < 1 ? null : (sent - first.sent) / seconds
  }
}
