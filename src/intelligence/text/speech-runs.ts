/** Something said, and by whom. */
interface Said {
  readonly start: number
  readonly end: number
  readonly channel: number
  readonly speaker?: number | undefined
  readonly language: string
}

/**
 * What is said in a row on one channel, by one speaker, in one language.
 * @param parts in the order of their starts, of all channels
 * @param longestPause where a silence as long as this begins a new run, in seconds
 */
export function speechRuns<Part extends Said>(parts: readonly Part[], longestPause: number): Part[][] {
  const runs: Part[][] = []
  const latest = new Map<number, Part[]>()
  for (const part of parts) {
    const run = latest.get(part.channel)
    const last = run?.at(-1)
    const goesOn =
      last?.speaker === part.speaker &&
      last?.language === part.language &&
      part.start - last.end < longestPause
    if (run && goesOn) {
      run.push(part)
      continue
    }
    const begun = [part]
    runs.push(begun)
    latest.set(part.channel, begun)
  }
  return runs
}
