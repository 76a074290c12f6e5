/** A time in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A part of a text, and when it is spoken. */
interface TimedPart extends Span {
  readonly text: string
}

/** Divides a time among the parts of a text in proportion to their lengths. */
export function spreadOverTime(parts: readonly string[], start: number, end: number): TimedPart[] {
  return spreadOverSpans(parts, [{ start, end }]).map((span, index) => ({
    text: parts[index] ?? '',
    ...span,
  }))
}

/**
 * Divides spans of time among the parts of a text in proportion to their lengths, in order. A part that begins or ends with
 * a span does so exactly; the gap between two spans only belongs to a part that continues across it.
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
    const start = timeAt(from, spans, (left, span) => left < span - TINY)
    const end = timeAt(to, spans, (left, span) => left <= span + TINY)
    return { start, end: Math.max(start, end) }
  })
}

/** Rounding error of sums of fractions, in seconds. */
const TINY = 1e-6

/**
 * The time at which this many seconds of the spans have passed.
 * @param liesIn whether a time, in seconds from the start of a span of that length, belongs to the span
 */
function timeAt(
  passed: number,
  spans: readonly Span[],
  liesIn: (left: number, length: number) => boolean,
): number {
  let left = passed
  for (const { start, end } of spans) {
    if (liesIn(left, end - start)) return start + Math.max(0, Math.min(left, end - start))
    left -= end - start
  }
  return spans.at(-1)?.end ?? 0
}
