/** Seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Gives each piece of a text the share of some spans that its length is of the text, in order. A piece that begins with
 * a span begins where that does, one that ends with a span ends there; what lies between two spans is nobody's unless
 * a piece goes on over it.
 * @param spans ascending and apart; at least one
 */
export function spreadOver(pieces: readonly string[], spans: readonly Span[]): Span[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const seconds = spans.reduce((sum, span) => sum + span.end - span.start, 0)
  let before = 0
  return pieces.map((piece) => {
    const from = (seconds * before) / length
    before += piece.length
    const to = (seconds * before) / length
    const start = timeAt(from, spans, (left, span) => left < span - TINY)
    const end = timeAt(to, spans, (left, span) => left <= span + TINY)
    return { start, end: Math.max(start, end) }
  })
}

/** What sums of fractions may be off by, in seconds. */
const TINY = 1e-6

/**
 * When so many seconds of the spans have passed.
 * @param liesIn whether a moment, in seconds from the start of a span of a length, is taken for one of that span
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
