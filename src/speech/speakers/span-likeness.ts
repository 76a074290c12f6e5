/** Rates speakers by whose spans contain a given time. */
import type { ChannelSpan } from './speaker-spans.ts'
import type { Likeness } from './spoken-utterances.ts'

interface Channel {
  /** Ordered by start. */
  readonly spans: readonly ChannelSpan[]
  /** For each span, the one that ends last among it and the spans before it. */
  readonly latest: readonly ChannelSpan[]
}

/** A word without a duration counts as one of this many seconds. */
const MIN_SECONDS = 0.02

export class SpanLikeness implements Likeness {
  readonly speakers: number
  readonly #byChannel: ReadonlyMap<number, Channel>

  /** @param spans ordered by start, at least one */
  constructor(spans: readonly ChannelSpan[]) {
    this.speakers = Math.max(...spans.map(({ speaker }) => speaker)) + 1
    const byChannel = Map.groupBy(spans, ({ channel }) => channel)
    this.#byChannel = new Map(
      [...byChannel].map(([channel, own]) => [channel, { spans: own, latest: latestOf(own) }]),
    )
  }

  /**
   * For each speaker, the share of the time range in which they speak. If nobody speaks, the nearest speaker gets all of
   * it.
   */
  during(channel: number, start: number, end: number): number[] {
    const shares = Array<number>(this.speakers).fill(0)
    const { spans, latest } = this.#byChannel.get(channel) ?? { spans: [], latest: [] }
    const to = Math.max(end, start + MIN_SECONDS)
    const next = firstFrom(spans, to)
    for (let i = next - 1; i >= 0 && latest[i]!.end > start; i--) {
      const span = spans[i]!
      const overlap = Math.min(to, span.end) - Math.max(start, span.start)
      if (overlap > 0) shares[span.speaker]! += overlap / (to - start)
    }
    const nearest = nearer(latest[next - 1], spans[next], start, to)
    if (nearest !== undefined && !shares.some((share) => share > 0)) shares[nearest.speaker] = 1
    return shares
  }
}

function latestOf(spans: readonly ChannelSpan[]): ChannelSpan[] {
  let latest = spans[0]!
  return spans.map((span) => {
    if (span.end > latest.end) latest = span
    return latest
  })
}

/** Index of the first span that starts at or after a time. */
function firstFrom(spans: readonly ChannelSpan[], time: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.start < time) low = middle + 1
    else high = middle
  }
  return low
}

function nearer(
  before: ChannelSpan | undefined,
  after: ChannelSpan | undefined,
  start: number,
  end: number,
): ChannelSpan | undefined {
  if (before === undefined || after === undefined) return before ?? after
  return start - before.end <= after.start - end ? before : after
}
