/** The cursors in `next` of a page. */

/** Where a page ended. */
export interface ListCursor {
  /** Ordinal of the last job before the next page. */
  readonly ordinal: number
  /** The `offset` sent with the cursor. If a client changes it, the cursor no longer applies. */
  readonly offset: number
}

/** Both numbers in base 36. */
const PATTERN = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})$/

export function formatCursor({ ordinal, offset }: ListCursor): string {
  return `${ordinal.toString(36)}-${offset.toString(36)}`
}

/** @returns null unless `formatCursor` can return this text */
export function parseCursor(text: string): ListCursor | null {
  const [, ordinal, offset] = PATTERN.exec(text) ?? []
  if (ordinal === undefined || offset === undefined) return null
  return { ordinal: Number.parseInt(ordinal, 36), offset: Number.parseInt(offset, 36) }
}
