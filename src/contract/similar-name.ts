/** Suggests the known name that a misspelled one was meant to be. */

/** Default for the maximum number of letters that a misspelling inserts, omits or replaces. */
const MAX_EDITS = 2

/**
 * The known name that is closest to a misspelled one: within `maxEdits`, ignoring case, and with at least one letter in common.
 * @returns null if there is none
 */
export function similarName(name: string, known: Iterable<string>, maxEdits = MAX_EDITS): string | null {
  const candidates = [...known]
  for (let edits = 0; edits <= maxEdits; edits++) {
    const similar = candidates.find(
      (one) => edits < Math.max(one.length, name.length) && isWithin(edits, fold(one), fold(name)),
    )
    if (similar !== undefined) return similar
  }
  return null
}

const fold = (name: string): string => name.toLowerCase()

/** Whether the Levenshtein distance of two texts is at most `edits`. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > edits) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  if (same === a.length && same === b.length) return true
  if (edits === 0) return false
  const [x, y] = [a.slice(same), b.slice(same)]
  return (
    isWithin(edits - 1, x.slice(1), y.slice(1)) ||
    isWithin(edits - 1, x.slice(1), y) ||
    isWithin(edits - 1, x, y.slice(1))
  )
}
