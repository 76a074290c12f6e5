/** Misspelled names: which known one was meant. */

/** By default, most letters that are inserted, left out or replaced in a misspelled name. */
const MAX_EDITS = 2

/**
 * The known name that a misspelled one is nearest to: within so many edits, case aside, and with at least one letter in place.
 * @returns null when there is none
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

/** Whether two texts are at most so many edits apart (Levenshtein distance). */
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
