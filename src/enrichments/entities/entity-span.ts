/** Ranges of a text, and entities in them. */
import type { EntityType } from '../../contract/features/named-entity-recognition.ts'

export type { EntityType }

/** Offsets in UTF-16 units, `to` exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** An entity at its position in a text. */
export interface EntitySpan extends TextRange {
  readonly type: EntityType
}

/** Longer than any hint at an entity, so that searching for hints takes constant time. */
const CONTEXT_CHARACTERS = 100

/** The end of the text before a position. */
export function textBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - CONTEXT_CHARACTERS), at)
}

/** The matches of a pattern with the flag `g`, as entities of one type. */
export function spansOf<const Type extends string>(
  text: string,
  pattern: RegExp,
  type: Type,
): (TextRange & { readonly type: Type })[] {
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
    type,
    from: index,
    to: index + length,
  }))
}

/** Drops each span that overlaps an earlier one, and sorts the rest by position. */
export function withoutOverlaps<Span extends TextRange>(spans: Iterable<Span>): Span[] {
  const kept: Span[] = []
  const taken = new Set<number>()
  for (const span of spans) {
    const units = Array.from({ length: span.to - span.from }, (_, index) => span.from + index)
    if (units.some((unit) => taken.has(unit))) continue
    kept.push(span)
    for (const unit of units) taken.add(unit)
  }
  return kept.toSorted((a, b) => a.from - b.from)
}

export function overlapsAny({ from, to }: TextRange, others: readonly TextRange[]): boolean {
  return others.some((other) => from < other.to && other.from < to)
}
