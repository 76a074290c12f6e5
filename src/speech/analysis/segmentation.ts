/** Cuts the speech of a recorded channel into segments that fit into an engine. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { MAX_SEGMENT_SECONDS } from '../engines/engine.ts'
import type { Region } from './speech-regions.ts'

/** One or more regions of speech, with a margin on both sides. */
export interface Segment extends Region {
  readonly regions: readonly Region[]
  /** Samples from the end of its speech to the next speech. */
  readonly pauseAfter: number
}

/** Audio kept around the regions for the soft onsets and ends that voice activity detection misses. */
const CONTEXT = 0.2 * SAMPLE_RATE
const MAX_SPEECH = MAX_SEGMENT_SECONDS * SAMPLE_RATE - 2 * CONTEXT

/**
 * Packs regions into segments, for context and for speed, until a pause is longer than `maxPause` or the segment is full.
 * A full segment is cut at its longest pause; speech without a pause is cut at its quietest point.
 * @param regions - ascending, not overlapping
 * @param maxPause - in samples
 * @param quietestPoint - finds the quietest sample between two positions
 */
export async function* cutIntoSegments(
  regions: AsyncIterable<Region> | Iterable<Region>,
  maxPause: number,
  quietestPoint: (from: number, to: number) => Promise<number>,
): AsyncGenerator<Segment> {
  const pack: Region[] = []
  /** Where the speech of the previous segment ends. */
  let before: number | undefined
  const cut = (count: number, after?: number): Segment => {
    const own = pack.splice(0, count)
    const segment = widen(own, before, after)
    before = own.at(-1)!.end
    return segment
  }
  for await (const region of splitLong(regions, quietestPoint)) {
    if (pack.length > 0 && region.start - pack.at(-1)!.end > maxPause) yield cut(pack.length, region.start)
    pack.push(region)
    while (region.end - pack[0]!.start > MAX_SPEECH) {
      const count = longestPause(pack)
      yield cut(count, pack[count]!.start)
    }
  }
  if (pack.length > 0) yield cut(pack.length)
}

async function* splitLong(
  regions: AsyncIterable<Region> | Iterable<Region>,
  quietestPoint: (from: number, to: number) => Promise<number>,
): AsyncGenerator<Region> {
  for await (let { start, end } of regions) {
    while (end - start > MAX_SPEECH) {
      const cut = await quietestPoint(start + MAX_SPEECH / 2, start + MAX_SPEECH)
      yield { start, end: cut }
      start = cut
    }
    yield { start, end }
  }
}

/** How many regions precede the longest pause in the second half of a segment, or the last region. */
function longestPause(pack: readonly Region[]): number {
  let best = pack.length - 1
  const pause = (i: number) => pack[i]!.start - pack[i - 1]!.end
  for (let i = best - 1; i > 0 && pack[i]!.start - pack[0]!.start > MAX_SPEECH / 2; i--)
    if (pause(i) > pause(best)) best = i
  return best
}

/** Adds the margins, each up to the middle of the adjacent pause, so that no audio is in two segments. */
function widen(regions: readonly Region[], before = -Infinity, after = Infinity): Segment {
  const { start } = regions[0]!
  const { end } = regions.at(-1)!
  return {
    start: Math.round(Math.max(0, start - CONTEXT, (before + start) / 2)),
    end: Math.round(Math.min(end + CONTEXT, (end + after) / 2)),
    regions,
    pauseAfter: after - end,
  }
}
