/** Cursors into the changes of jobs. */

/** A place in the changes of the jobs of an account. */
export interface ChangeCursor {
  /** Identifies the sequence of changes, since restoring a backup starts a new one. 12 hex digits. */
  readonly history: string
  /** Number of the last change before the place, and the ordinal of the last of its jobs before the place. */
  readonly change: number
  readonly ordinal: number
  /** In a first pass, the last change when it began: earlier deletions are not reported. Null after the first pass. */
  readonly firstUntil: number | null
}

/** Numbers in base 36. */
const PATTERN = /^([0-9a-f]{12})-([0-9a-z]{1,11})-([0-9a-z]{1,11})(?:-([0-9a-z]{1,11}))?$/

export function formatChangeCursor({ history, change, ordinal, firstUntil }: ChangeCursor): string {
  const numbers = [change, ordinal, ...(firstUntil === null ? [] : [firstUntil])]
  return [history, ...numbers.map((number) => number.toString(36))].join('-')
}

/** @returns null unless `formatChangeCursor` can return this text */
export function parseChangeCursor(text: string): ChangeCursor | null {
  const [, history, ...digits] = PATTERN.exec(text) ?? []
  if (history === undefined) return null
  const numbers = digits.filter((number) => number !== undefined).map((number) => Number.parseInt(number, 36))
  if (!numbers.every(Number.isSafeInteger)) return null
  const [change = 0, ordinal = 0, firstUntil = null] = numbers
  return { history, change, ordinal, firstUntil }
}

/**
 * Whether a place belongs to the same sequence of changes as the newest one. It does not if a backup has been restored since then, even
 * with the tools of the database itself.
 */
export const isPlaceOf = (newest: ChangeCursor, place: ChangeCursor): boolean =>
  place.history === newest.history && place.change <= newest.change
