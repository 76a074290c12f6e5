/** A part of a transcript. */
interface SpokenPart {
  readonly start: number
  readonly end: number
  readonly channel: number
  readonly speaker?: number | undefined
  readonly language: string
}

/**
 * Groups consecutive parts of one channel, speaker and language.
 * @param parts of all channels, ordered by start
 * @param maxPause a silence of this many seconds begins a new run
 * @param maxSeconds maximum duration of a run of several parts
 */
export function speechRuns<Part extends SpokenPart>(
  parts: readonly Part[],
  maxPause: number,
  maxSeconds = Infinity,
): Part[][] {
  const runs: Part[][] = []
  const latest = new Map<number, Part[]>()
  for (const part of parts) {
    const run = latest.get(part.channel)
    const last = run?.at(-1)
    const goesOn =
      last?.speaker === part.speaker &&
      last?.language === part.language &&
      part.start - last.end < maxPause &&
      part.end - run![0]!.start <= maxSeconds
    if (goesOn) run!.push(part)
    else {
      latest.set(part.channel, [part])
      runs.push(latest.get(part.channel)!)
    }
  }
  return runs
}
