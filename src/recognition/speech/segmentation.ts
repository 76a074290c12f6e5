/** Cuts the speech of a channel into stretches that an engine can take at once. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { MAX_SEGMENT_SECONDS } from '../engines/engine.ts'
import type { Region } from './speech-regions.ts'

/** What an engine hears at once: some regions of speech, with a little more on both sides. */
export interface Segment extends Region {
  readonly regions: readonly Region[]
}

/** Sound beyond the first and the last region, for the soft beginnings and ends that voice activity misses. */
const CONTEXT = 0.2 * SAMPLE_RATE
const LONGEST = MAX_SEGMENT_SECONDS * SAMPLE_RATE - 2 * CONTEXT

/**
 * Regions go into one stretch, for context and for speed, as long as no pause between them is longer than
 * `longestPause` and they fit. Where they do not fit, the widest pause is the cut; speech without a pause is cut at
 * its quietest point.
 * @param regions - ascending and apart
 * @param longestPause - in samples
 * @param quietestPoint - the quietest sample between two
 */
export async function cutIntoSegments(
  regions: readonly Region[],
  longestPause: number,
  quietestPoint: (from: number, to: number) => Promise<number>,
): Promise<Segment[]> {
  const packs: Region[][] = []
  let pack: Region[] = []
  for (const region of await splitLong(regions, quietestPoint)) {
    if (pack.length > 0 && region.start - pack.at(-1)!.end > longestPause) {
      packs.push(pack)
      pack = []
    }
    pack.push(region)
    while (region.end - pack[0]!.start > LONGEST) packs.push(pack.splice(0, widestPause(pack)))
  }
  if (pack.length > 0) packs.push(pack)
  return packs.map((own, i) => widen(own, packs[i - 1]?.at(-1)?.end, packs[i + 1]?.[0]?.start))
}

async function splitLong(
  regions: readonly Region[],
  quietestPoint: (from: number, to: number) => Promise<number>,
): Promise<Region[]> {
  const short: Region[] = []
  for (let { start, end } of regions) {
    while (end - start > LONGEST) {
      const cut = await quietestPoint(start + LONGEST / 2, start + LONGEST)
      short.push({ start, end: cut })
      start = cut
    }
    short.push({ start, end })
  }
  return short
}

/** How many regions come before the widest pause in the second half of a stretch, or before the last region. */
function widestPause(pack: readonly Region[]): number {
  let best = pack.length - 1
  const pause = (i: number) => pack[i]!.start - pack[i - 1]!.end
  for (let i = best - 1; i > 0 && pack[i]!.start - pack[0]!.start > LONGEST / 2; i--)
    if (pause(i) > pause(best)) best = i
  return best
}

/** Up to the middle of the pause on either side, so that no sound is heard twice. */
function widen(regions: readonly Region[], before = -Infinity, after = Infinity): Segment {
  const { start } = regions[0]!
  const { end } = regions.at(-1)!
  return {
    start: Math.round(Math.max(0, start - CONTEXT, (before + start) / 2)),
    end: Math.round(Math.min(end + CONTEXT, (end + after) / 2)),
    regions,
  }
}
