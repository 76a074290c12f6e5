/** Places in a text, and how those that overlap are sorted out. */

/** A kind of entity; the names are those of `pii_redaction` where it has one, and NUMBER. */
export type EntityType =
  | 'NAME'
  | 'LOCATION'
  | 'ORGANIZATION'
  | 'PRODUCT'
  | 'DATE'
  | 'TIME'
  | 'MONEY'
  | 'EMAIL_ADDRESS'
  | 'PHONE_NUMBER'
  | 'URL'
  | 'NUMBER'

/** An entity at a place in a text, in UTF-16 units. */
export interface EntitySpan {
  readonly type: EntityType
  readonly from: number
  readonly to: number
}

/** Those spans that overlap none before them, by their place in the text. */
export function withoutOverlaps(spans: Iterable<EntitySpan>): EntitySpan[] {
  const kept: EntitySpan[] = []
  for (const span of spans) if (!overlapsAny(span, kept)) kept.push(span)
  return kept.toSorted((a, b) => a.from - b.from)
}

/** Whether a place shares a character with one of others. */
export function overlapsAny(
  { from, to }: Pick<EntitySpan, 'from' | 'to'>,
  others: readonly Pick<EntitySpan, 'from' | 'to'>[],
): boolean {
  return others.some((other) => from < other.to && other.from < to)
}
