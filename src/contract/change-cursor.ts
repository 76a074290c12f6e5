/** The cursors of changes. */

/** A place in the changes of the jobs of an account. */
export interface ChangeCursor {
  /** Which changes are counted: those before a backup was restored, and those after, are different ones. 12 hex digits. */
  readonly history: string
  /** Number of the last change before the place, and ordinal of its last job before the place. */
  readonly change: number
  readonly ordinal: number
  /** The last change when a first pass began: what was deleted by then is not told. Null unless the place is in a first pass. */
  readonly firstUntil: number | null
}

/** Numbers in base 36. */
const PATTERN = /^([0-9a-f]{12})-([0-9a-z]{1,11})-([0-9a-z]{1,11})(?:-([0-9a-z]{1,11}))?$/

export function formatChangeCursor({ history, change, ordinal, firstUntil }: ChangeCursor): string {
  const numbers = [change, ordinal, ...(firstUntil === null ? [] : [firstUntil])]
  return [history, ...numbers.map((number) => number.toString(36))].join('-')
}

/** @returns null when `formatChangeCursor` returns no such text */
export function parseChangeCursor(text: string): ChangeCursor | null {
  const [, history, ...digits] = PATTERN.exec(text) ?? []
  if (history === undefined) return null
  const numbers = digits.filter((number) => number !== undefined).map((number) => Number.parseInt(number, 36))
  if (!numbers.every(Number.isSafeInteger)) return null
  const [change = 0, ordinal = 0, firstUntil = null] = numbers
  return { history, change, ordinal, firstUntil }
}

/**
 * Whether the changes to which the newest one belongs have this place. Not if a backup was restored meanwhile, also by the means of the
 * database itself.
 */
export const isPlaceOf = (newest: ChangeCursor, place: ChangeCursor): boolean =>
  place.history === newest.history && place.change <= newest.change
