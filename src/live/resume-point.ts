/** Where in its stream a client goes on after its connection broke: a matter of comparing what it sends. */

/** The end of what was taken from a client, as far as it may not know of it. Positions are bytes of its stream. */
export interface Unconfirmed {
  /** What was taken from here on. */
  readonly from: number
  readonly bytes: Uint8Array
  /** Where the client may go on: `from`, and the ends of the chunks behind it; ascending. */
  readonly borders: readonly number[]
  /** Up to here acknowledgements were sent over the earlier connections. */
  readonly acknowledged: number
}

/** So many bytes of sound that are the same are no accident. */
const ENOUGH_BYTES = 1024

/**
 * Where the first bytes after a reconnection lie in the client's stream: at the earliest border where they are what was
 * taken before. The client resumes behind the last acknowledgement that it got, so it is one of these borders. Where
 * they are at none, the client sends nothing again, and they follow what was taken.
 *
 * Sound that repeats itself, such as digital silence, is the same at every border, and proves nothing. Then the client
 * is believed to have got every acknowledgement that was sent.
 *
 * @param bytes all that the client has sent since
 * @param isAll whether to decide on these; else more may be waited for
 * @returns the position, or null where the bytes are too few to tell
 */
export function resumePoint(bytes: Uint8Array, unconfirmed: Unconfirmed, isAll: boolean): number | null {
  const { from, acknowledged, borders, bytes: taken } = unconfirmed
  for (const border of borders) {
    const known = taken.subarray(border - from)
    const compared = Math.min(bytes.length, known.length)
    if (compared === 0 || !same(bytes, known, compared)) continue
    if (!isAll && compared < known.length && compared < ENOUGH_BYTES) return null
    if (border === acknowledged || !repeatsItself(bytes.subarray(0, compared))) return border
  }
  return from + taken.length
}

function same(a: Uint8Array, b: Uint8Array, length: number): boolean {
  return Buffer.compare(a.subarray(0, length), b.subarray(0, length)) === 0
}

/** Whether bytes are one shorter piece at least twice; by the failure function of Knuth, Morris and Pratt (1977). */
function repeatsItself(bytes: Uint8Array): boolean {
  // borderOf[i] is the length of the longest piece that the first i + 1 bytes both begin and end with
  const borderOf = new Uint32Array(bytes.length)
  let length = 0
  for (let i = 1; i < bytes.length; i++) {
    while (length > 0 && bytes[i] !== bytes[length]) length = borderOf[length - 1]!
    if (bytes[i] === bytes[length]) length++
    borderOf[i] = length
  }
  const period = bytes.length - length
  return period * 2 <= bytes.length
}
