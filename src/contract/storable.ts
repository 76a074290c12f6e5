/** Finds values that cannot be stored: JSON and queries can express more than the databases hold. */

/** Values in a body, including nested ones: the time and the messages of a check are proportional to their number. */
const MAX_VALUES = 50_000
/** Faults that are reported. */
const MAX_FAULTS = 20
/** Levels of the path of a field, and characters of each key, that are shown. */
const MAX_SHOWN = { levels: 20, characters: 64 }

/** The dotted path of a field. Deep paths and long keys are truncated. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .slice(0, MAX_SHOWN.levels)
    .map((key) => String(key).slice(0, MAX_SHOWN.characters).toWellFormed())
    .join('.')
}

/** Faults of a parsed JSON body: values that cannot be stored, and the key `__proto__`, which zod drops from records. */
export function bodyFaults(body: unknown): string[] {
  return faultsIn(body, '', (place) =>
    place.key === '__proto__' ? 'must not be used as a key: choose another name' : problemOf(place),
  )
}

/** A value linked to its parent, so that paths are built only for faulty values. */
interface Place {
  readonly value: unknown
  readonly key: string
  readonly parent: Place | null
}

/**
 * Finds what cannot be stored in a parsed value: NUL and lone surrogates in strings and keys, and numbers outside the range of
 * a double, which JSON.parse turns into Infinity. Iterative, since JSON.parse can nest values deeper than the call stack.
 * @param root name of the value in the faults; empty if its keys are the names
 * @returns one line per fault, beginning with the dotted path of the field
 */
export function storageFaults(value: unknown, root = ''): string[] {
  return faultsIn(value, root, problemOf)
}

function faultsIn(value: unknown, root: string, faultOf: (place: Place) => string | null): string[] {
  const faults: string[] = []
  const open: Place[] = [{ value, key: root, parent: null }]
  let seen = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (++seen > MAX_VALUES) return [`${root || 'body'}: must not have more than ${MAX_VALUES} values`]
    const problem = faultOf(place)
    if (problem !== null && faults.length < MAX_FAULTS) faults.push(`${pathOf(place)}: ${problem}`)
    if (typeof place.value !== 'object' || place.value === null) continue
    for (const [key, inner] of Object.entries(place.value)) open.push({ value: inner, key, parent: place })
  }
  return faults
}

function problemOf({ key, value }: Place): string | null {
  return (
    textProblem(key, 'have a key with') ??
    (typeof value === 'string' ? textProblem(value, 'contain') : numberProblem(value))
  )
}

function textProblem(text: string, verb: string): string | null {
  if (text.includes('\0')) return `must not ${verb} a NUL character`
  return text.isWellFormed() ? null : `must not ${verb} half of a surrogate pair`
}

function numberProblem(value: unknown): string | null {
  return typeof value === 'number' && !Number.isFinite(value)
    ? 'must be a number in the range of a double'
    : null
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.key !== '') keys.push(at.key)
  return fieldPath(keys.toReversed()) || 'body'
}
