/** The speed of an upload. */

/** Milliseconds to average over: fewer would jump, more would not follow the network. */
const WINDOW_MS = 5_000

export class UploadSpeed {
  readonly #samples: { readonly at: number; readonly sent: number }[] = []

  /**
   * @param sent bytes so far
   * @param now milliseconds
   * @returns recent bytes per second; null during the first second
   */
  add(sent: number, now: number): number | null {
    const samples = this.#samples
    samples.push({ at: now, sent })
    // Keep one sample at or before the start of the window.
    while (samples.length > 2 && samples[1]!.at <= now - WINDOW_MS) samples.shift()
    const first = samples[0]!
    const seconds = (now - first.at) / 1000
    return seconds < 1 ? null : (sent - first.sent) / seconds
  }
}
