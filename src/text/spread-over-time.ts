/** A span of time, in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A part of a text, with its time. */
interface TimedPart extends Span {
  readonly text: string
}

/** Divides a span of time among the parts of a text in proportion to their lengths. */
export function spreadOverTime(parts: readonly string[], start: number, end: number): TimedPart[] {
  return spreadOverSpans(parts, [{ start, end }]).map((span, index) => ({
    text: parts[index] ?? '',
    ...span,
  }))
}

/**
 * Divides spans of time among the parts of a text, in order, in proportion to their lengths. A part that begins or ends with
 * a span does so exactly; the gap between two spans belongs only to a part that continues across it.
 * @param spans ascending and disjoint; at least one
 */
export function spreadOverSpans(parts: readonly string[], spans: readonly Span[]): Span[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const seconds = spans.reduce((sum, span) => sum + span.end - span.start, 0)
  let before = 0
  return parts.map((part) => {
    const from = (seconds * before) / length
    before += part.length
    const to = (seconds * before) / length
    const start = timeAt(from, spans, TINY)
    const end = timeAt(to, spans, -TINY)
    return { start, end: Math.max(start, end) }
  })
}

/** Rounding error of sums of fractions, in seconds. */
const TINY = 1e-6

/**
 * The time at which this many seconds of the spans have passed.
 * @param lean for a time between two spans: if positive, returns the start of the later one, else the end of the earlier one
 */
function timeAt(passed: number, spans: readonly Span[], lean: number): number {
  let left = passed
  for (const { start, end } of spans) {
    if (left + lean < end - start) return Math.max(start, Math.min(start + left, end))
    left -= end - start
  }
  return spans.at(-1)?.end ?? 0
}
