/** Splits long texts into windows that overlap, so that each token has context on both sides. */

export interface Window {
  /** The tokens of the window; `to` exclusive. */
  readonly from: number
  readonly to: number
  /** The tokens that are further from the window's ends than in any other window. */
  readonly ownFrom: number
  readonly ownTo: number
}

/** The share of a window that the next one repeats. */
const OVERLAP = 1 / 4

/**
 * The windows over some tokens. Each token belongs to exactly one window.
 * @param count - the number of tokens; 0 yields no windows
 * @param size - the most tokens of a window
 */
export function windowsOf(count: number, size: number): Window[] {
  const step = Math.max(1, Math.floor(size * (1 - OVERLAP)))
  const windows: Window[] = []
  for (let from = 0; ; from += step) {
    const to = Math.min(count, from + size)
    const isLast = to === count
    const half = Math.floor((size - step) / 2)
    if (count > 0)
      windows.push({
        from,
        to,
        ownFrom: from === 0 ? 0 : from + half,
        ownTo: isLast ? count : from + step + half,
      })
    if (isLast) return windows
  }
}
