/**
 * The `Range` header of a request for bytes (RFC 9110, section 14).
 *
 * `range-parser` 1.3.0 and `@fastify/send` 4 are not used: both call a suffix longer than the file unsatisfiable
 * (`bytes=-500` of 100 bytes), for which the RFC requires the whole file, and also a range that ends before it begins,
 * which is invalid and must be ignored.
 */

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range to send of a file of `size` bytes, with inclusive offsets inside the file; `unsatisfiable` (416); or null
 * for the whole file, if the header is absent, malformed, in another unit, or asks for several ranges. A server may
 * ignore any of these.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (match === null) return null
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return null
    return within(Math.max(0, size - Number(last)), size - 1)
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return null
  return within(start, Math.min(end, size - 1))
}

function within(start: number, end: number): ByteRange | 'unsatisfiable' {
  return start <= end ? { start, end } : 'unsatisfiable'
}
