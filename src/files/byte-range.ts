/**
 * The `Range` header of a request for bytes (RFC 9110, section 14).
 *
 * Our own, because `range-parser` 1.3.0 and `@fastify/send` 4 both answer "unsatisfiable" to a suffix longer than the
 * file (`bytes=-500` of 100 bytes), where the RFC says the whole file, and to a range that ends before it begins, which
 * is invalid and to be ignored.
 */

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What to send of `size` bytes: a range, with offsets inclusive and inside the file; `unsatisfiable` (416); or null for
 * all of them, when the header is absent or malformed, of another unit, or asks for several ranges: a server may ignore
 * any of these, and a client must be ready for the whole.
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
