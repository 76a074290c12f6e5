/** Parses points in time in requests. */

/** A point in time, with the resolution of `created_at`. */
export interface Instant {
  /** Milliseconds since 1970, rounded down. */
  readonly ms: number
  /** Whether rounding changed it. */
  readonly rounded: boolean
}

// RFC 3339 allows a space, `t` and `z` too. A `+` that was not percent-encoded arrives as a space.
const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+\- ])(\d\d)(?::?(\d\d))?)?)?$/

/** Whether a text has the form of an instant. It may be a day or time that does not exist, such as 30 February. */
export const isWrittenAsInstant = (text: string): boolean => ISO_8601.test(text)

/**
 * Parses an ISO 8601 date (meaning UTC midnight) or date and time (UTC unless it has an offset).
 * @returns null for anything else, including 30 February
 */
export function parseInstant(text: string): Instant | null {
  const match = ISO_8601.exec(text)
  if (match === null) return null
  const [, date, time = '00:00', second = '00', fraction = '', sign, hours = '0', minutes = '0'] = match
  const written = `${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const ms = Date.parse(written)
  // Date.parse reads 30 February as 1 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== written) return null
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return { ms: sign === '-' ? ms + offset : ms - offset, rounded: /[1-9]/.test(fraction.slice(3)) }
}
