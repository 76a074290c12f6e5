/** Parsing of parameters that several queries share. */
import { similarName } from './similar-name.ts'
import { fieldPath } from './storable.ts'

/** Faults of a parameter with an unknown name: a misspelling or an unsupported form of a known one. Others are ignored. */
export function nameFaults(name: string, known: ReadonlySet<string>): string[] {
  const [root = ''] = name.split('[', 1)
  const shown = fieldPath([name])
  if (root !== name && known.has(root)) return [`${shown}: is not a form of ${root} that is understood`]
  const similar = similarName(root, known)
  return similar === null ? [] : [`${shown}: did you mean ${similar}?`]
}

export function wholeNumberFrom(min: number): (text: string) => number | null {
  return (text) => {
    // Number() would also accept "0x5", "1e3" and " 5".
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    // Not a limit: no list is longer.
    return number >= min ? Math.min(number, Number.MAX_SAFE_INTEGER) : null
  }
}

/** The chosen options, given one by one or comma-separated, in the order of `options`; null if there are none. */
export function choice<Option extends string>(
  name: string,
  values: readonly string[],
  options: readonly Option[],
  faults: string[],
): readonly Option[] | null {
  const chosen = new Set(values.flatMap((value) => value.split(',')))
  const known = options.filter((option) => chosen.delete(option))
  chosen.delete('')
  for (const unknown of chosen) {
    faults.push(`${name}: must be one of ${options.join(', ')}, not ${JSON.stringify(unknown.slice(0, 40))}`)
  }
  return known.length === 0 ? null : known
}
