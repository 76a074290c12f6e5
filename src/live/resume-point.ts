/** Finds where a client resumes its stream after its connection broke, by comparing what it sends with what is stored. */

/** The end of a client's stored stream whose acknowledgements it may not have received. Positions are bytes. */
export interface Unconfirmed {
  /** Where `bytes` begins. */
  readonly from: number
  /** What is stored from there onwards. */
  readonly bytes: Uint8Array
  /** Where the client may resume: `from`, and the ends of the chunks after it; ascending. */
  readonly borders: readonly number[]
  /** Position up to which acknowledgements were sent over earlier connections. */
  readonly acknowledged: number
}

/** How many equal bytes are no coincidence. */
const ENOUGH_BYTES = 1024
/** After this many equal periodic bytes, do not wait for others. */
const ENOUGH_PERIODIC_BYTES = 65_536

/**
 * The position of the first bytes after a reconnection: the earliest border at which they equal what is stored. A client
 * resumes after the last acknowledgement that it received, so it resumes at one of the borders. Bytes that match at none
 * are new, and follow what is stored.
 *
 * Periodic audio, such as digital silence, matches at every border and proves nothing, so more bytes are needed. If they
 * do not arrive in time, the client is assumed to have every acknowledgement that was sent, so that nothing is lost.
 *
 * @param bytes everything the client has sent since it reconnected
 * @param isFinal whether to decide on these bytes; otherwise it may ask for more
 * @returns the position; null if the bytes are too few to decide
 */
export function resumePoint(bytes: Uint8Array, unconfirmed: Unconfirmed, isFinal: boolean): number | null {
  const { from, acknowledged, borders, bytes: stored } = unconfirmed
  for (const border of borders) {
    const known = stored.subarray(border - from)
    const compared = Math.min(bytes.length, known.length)
    if (compared === 0 || !startEqual(bytes, known, compared)) continue
    const isProof = !isPeriodic(bytes.subarray(0, compared))
    const enough = isProof ? ENOUGH_BYTES : ENOUGH_PERIODIC_BYTES
    if (!isFinal && compared < known.length && compared < enough) return null
    if (border === acknowledged || isProof) return border
  }
  return from + stored.length
}

function startEqual(a: Uint8Array, b: Uint8Array, length: number): boolean {
  return Buffer.compare(a.subarray(0, length), b.subarray(0, length)) === 0
}

/** Whether bytes repeat with a period of at most half their length; by the failure function of Knuth, Morris and Pratt (1977). */
function isPeriodic(bytes: Uint8Array): boolean {
  // borderOf[i] is the length of the longest proper prefix of the first i + 1 bytes that is also their suffix
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
